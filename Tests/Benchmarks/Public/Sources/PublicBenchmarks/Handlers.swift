// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// The applications that open a type, of 300 installed.
struct Handlers {
  let directory: HandlerDirectory
  let asked: [UniformType]

  private static let identifiers = [
    "public.jpeg", "public.png", "public.plain-text", "public.html", "com.adobe.pdf",
    "public.mpeg-4", "public.mp3", "public.zip-archive", "public.swift-source", "public.json",
  ]

  init(core: String, scratch: String) {
    unsafe mkdir("\(scratch)/applications", 0o700)
    for number in 0..<300 {
      write(Self.application(number), to: "\(scratch)/applications/app\(number).json")
    }
    let registry = RegistryLoader.compile(
      RegistryLocations(
        core: core, environment: Environment(declarations: "user=\(scratch)/applications"),
        cache: nil)
    ).registry
    directory = HandlerDirectory(registry, bindings: [])
    asked = Self.identifiers.compactMap { UniformType($0, in: registry) }
    guard asked.count == Self.identifiers.count else { fail("a type of the core is missing") }
  }

  /// One in twenty opens all texts, one in twenty all images, and each some of the types asked about:
  /// about as many for a type as on a real desktop.
  private static func application(_ number: Int) -> String {
    var types = ["org.app\(number).document"]
    if number % 20 == 0 { types += ["public.text", "public.data"] }
    if number % 20 == 1 { types += ["public.image"] }
    if number % 10 == 2 { types.append(identifiers[number / 10 % identifiers.count]) }
    let list = types.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      { "CFBundleIdentifier": "org.example.app\(number)", "CFBundleName": "Application \(number)",
        "CFBundleDocumentTypes": [{ "LSItemContentTypes": [\(list)], "CFBundleTypeRole": "Editor" }],
        "TRLaunch": { "Arguments": ["/bin/true", "%F"] } }
      """
  }

  func run() {
    let count = asked.reduce(0) { $0 + directory.handlers(of: $1).count }
    guard count > 50 else { fail("no application opens anything") }
    for type in asked {
      let query = HandlerQuery(.type(type.typeIdentifier))
      let all = directory.handlers(for: query, in: .none)
      guard all.handlers.map(\.bundle) == directory.handlers(of: type).map(\.bundle),
        all.preferred?.bundle == directory.preferredHandler(of: type)?.bundle
      else { fail("two answers to one question") }
    }
    let repeats = isQuick ? 100 : 1_000
    let average = text(Double(count) / Double(asked.count))
    line(
      "first of \(average) handlers, 300 applications", per: repeats * asked.count,
      goal: "at most 600 ns", peer: "handler"
    ) {
      var sum = 0
      for _ in 0..<repeats {
        for type in asked { sum += directory.preferredHandler(of: type)?.bundle.utf8.count ?? 0 }
      }
      return sum
    }
    line(
      "all of them, with identifiers", per: repeats * asked.count, goal: "at most 3,000 ns",
      peer: "handlers"
    ) {
      var sum = 0
      for _ in 0..<repeats {
        for type in asked {
          for handler in directory.handlers(of: type) { sum += handler.bundle.utf8.count }
        }
      }
      return sum
    }
    line("all of them, with names, sources, arguments", per: repeats * asked.count, goal: "") {
      var sum = 0
      for _ in 0..<repeats {
        for type in asked {
          let query = HandlerQuery(.type(type.typeIdentifier))
          sum += directory.handlers(for: query, in: .none).handlers.count
        }
      }
      return sum
    }
  }
}
