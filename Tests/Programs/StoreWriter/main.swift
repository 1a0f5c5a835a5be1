// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

// A process that tests start to use a store, so that it can be killed and run out of space.
// Prints each step as a line on standard output.
//
// usage: StoreWriter write DIRECTORY FIRST COUNT   bind FIRST... one by one, and acknowledge each
//        StoreWriter register DIRECTORY FIRST COUNT
//                                                  register bundles one by one, remove all but each
//                                                  fourth, and acknowledge both
//        StoreWriter commit DIRECTORY              bind one extension anew, as often as possible, and
//                                                  leave it at the commit: without a snapshot
//        StoreWriter read DIRECTORY                how many bindings there are, and what is wrong
//        StoreWriter fill DIRECTORY BALLAST        write until the disk is full; remove BALLAST
//        StoreWriter limit DIRECTORY BYTES         write until files may not grow; lift the limit
//        StoreWriter as UID COMMAND...             any of these as another user

func say(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  unsafe bytes.withUnsafeBytes { buffer in
    _ = unsafe Glibc.write(STDOUT_FILENO, buffer.baseAddress, buffer.count)
  }
}

func number(_ text: String) -> Int {
  guard let number = Int(text) else { usage() }
  return number
}

func usage() -> Never {
  say("usage: StoreWriter write|read|fill|limit DIRECTORY ...")
  exit(2)
}

func location(_ directory: String) -> StoreLocation {
  guard let location = StoreLocation(directory: directory) else { usage() }
  return location
}

/// The binding of a number.
func binding(_ index: Int) -> Binding? {
  guard let tag = try? Tag(.filenameExtension, "x\(index)") else { return nil }
  let path = "/usr/share/applications/" + String(repeating: "directory/", count: 20) + "\(index)"
  return Binding(
    .tag(tag),
    .handler(HandlerIdentity(bundle: "org.example.app\(index)", origin: .system, path: path)))
}

func bind(_ index: Int, in store: RegistryStore) throws(StoreError) -> Int64? {
  guard let binding = binding(index) else { usage() }
  let author = BindingChange.Author(uid: getuid(), program: "StoreWriter")
  return try store.apply([Binding.Assignment(binding)], action: .bind, author: author)?
    .number
}

/// Binds from `first` on until a change fails; returns that number and the error.
func bindUntilRefused(_ store: RegistryStore, from first: Int) -> (Int, StoreError?) {
  for index in first..<100_000 {
    do throws(StoreError) {
      _ = try bind(index, in: store)
    } catch {
      return (index, error)
    }
  }
  return (100_000, nil)
}

/// Binds the extension 'last' to an application named by the number of the change.
func commit(in store: RegistryStore) throws(StoreError) -> Int64 {
  let next = try store.lastChange() + 1
  guard let tag = try? Tag(.filenameExtension, "last") else { usage() }
  let binding = Binding(
    .tag(tag),
    .handler(HandlerIdentity(bundle: "org.example.app\(next)", origin: .system, path: "/a")))
  let author = BindingChange.Author(uid: getuid(), program: "StoreWriter")
  try store.apply([Binding.Assignment(binding)], action: .bind, author: author)
  return next
}

/// Registers the bundle of a number, and removes it again if it is not a fourth one.
func register(_ index: Int, _ directory: String) {
  var environment = Environment(home: directory)
  environment.usesFreedesktop = false
  let registrar = Registrar(
    RegistryLocations(
      core: directory + "/no-core", environment: environment, cache: nil,
      store: location(directory)))
  let identifier = "org.example.app\(index)"
  do throws(Registrar.Failure) {
    let text = #"{"CFBundleIdentifier": "\#(identifier)"}"#
    _ = try registrar.register(.declaration(Array(text.utf8)))
    say("registered \(index)")
    if index % 4 == 0 { return }
    _ = try registrar.unregister(.bundle(identifier), dryRun: false)
    say("removed \(index)")
  } catch {
    say("error \(error)")
    exit(1)
  }
}

func starve(_ directory: String, _ relieve: () -> Void) throws(StoreError) {
  let store = try RegistryStore.open(location(directory), .writing)
  let (first, refusal) = bindUntilRefused(store, from: 0)
  say("refused \(refusal?.kind.rawValue ?? "nothing")")
  // Writing the log to the database may have freed space.
  let (count, again) = bindUntilRefused(store, from: first)
  say("again \(again?.kind.rawValue ?? "nothing")")
  say("written \(count)")
  say("readable \(try store.bindings().count)")
  store.settle()
  relieve()
  _ = try bind(100_000, in: store)
  store.settle()
  say("resumed \(try store.bindings().count)")
}

func run(_ words: [String]) throws(StoreError) {
  switch (words.first, words.count) {
  case ("as", 3...):
    guard setgid(gid_t(number(words[1]))) == 0, setuid(uid_t(number(words[1]))) == 0 else {
      say("not-root")
      exit(3)
    }
    try run(Array(words[2...]))
  case ("write", 4):
    let store = try RegistryStore.open(location(words[1]), .writing)
    if let problem = store.writeProblem { throw problem }
    say("open")
    let first = number(words[2])
    for index in first..<(first + number(words[3])) {
      say("bound \(index) \(try bind(index, in: store) ?? 0)")
      store.settle()
    }
  case ("register", 4):
    let first = number(words[2])
    for index in first..<(first + number(words[3])) { register(index, words[1]) }
  case ("commit", 2):
    let store = try RegistryStore.open(location(words[1]), .writing, checksAlways: false)
    while true { say("\(try commit(in: store))") }
  case ("read", 2):
    let reader = BindingReader(location(words[1]))
    say("bindings \(reader.bindings().count)")
    say("problem \(reader.problem?.kind.rawValue ?? "none")")
  case ("fill", 3):
    try starve(words[1]) { _ = unsafe unlink(words[2]) }
  case ("limit", 3):
    signal(SIGXFSZ, SIG_IGN)
    let file = __rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue))
    var limit = rlimit()
    unsafe getrlimit(file, &limit)
    // The hard limit stays: who runs the tests may have lowered it, and only root can raise it again.
    let lifted = limit.rlim_cur
    func allow(_ size: rlim_t) {
      limit.rlim_cur = size
      guard unsafe setrlimit(file, &limit) == 0 else {
        say("no-limit")
        exit(1)
      }
    }
    // The store is created before, so that a change fails and not its creation.
    _ = try RegistryStore.open(location(words[1]), .writing)
    allow(rlim_t(number(words[2])))
    try starve(words[1]) { allow(lifted) }
  default: usage()
  }
}

do throws(StoreError) {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  say("error \(error.kind.rawValue) \(error)")
  exit(1)
}
