// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry
internal import Varlink

/// The client of a session: it answers queries about types and about handlers, and registers bundles.
typealias SessionClient = RegistryClient & HandlerClient & RegistrationClient

/// Chooses who answers the queries of a session: the daemon, or a registry in this process.
///
/// It checks that the answers of a daemon are current, and answers instead of an optional one that
/// does not. The client is created for the first query.
final class Answerer {
  private let arguments: Arguments
  private let remarks: ErrorOutput
  /// Whether a daemon whose declarations are outdated is asked to reload before it is queried.
  private let refreshesDaemon: Bool
  /// Whether nothing else can answer than a daemon.
  private let needsDaemon: Bool
  private var loaded: RegistryLoader.Loaded?
  private var knownClient: (any SessionClient)?
  /// The daemon that answers; `nil` if this process does.
  private var daemon: ConnectedDaemon?
  /// Whether no answer of the daemon has been confirmed: it was compared with this process before.
  private var isUnconfirmed = false
  /// The text of the ``CurrentMark`` that made it unnecessary to compare the daemon with its
  /// declarations.
  private var vouchingMark: [UInt8]?
  /// The client of a registry in this process that answers instead of ``daemon``.
  private var substitute: EmbeddedClient?
  private var knownLocations: KnownLocations?
  /// Whether no other user could have written the registry: false for some files of `--registry`.
  private(set) var mayStartPrograms = true

  /// The answerer of a session; the parameters are those of the session.
  init(
    _ arguments: Arguments, client: (any SessionClient)?, remarks: ErrorOutput,
    refreshesDaemon: Bool, needsDaemon: Bool
  ) {
    self.arguments = arguments
    self.remarks = remarks
    self.refreshesDaemon = refreshesDaemon
    self.needsDaemon = needsDaemon
    knownClient = client
  }

  // MARK: - Queries

  /// The client that answers, created by the first call.
  func client() throws(Failure) -> any SessionClient {
    if let knownClient { return knownClient }
    let client: any SessionClient =
      switch try BackEnd(arguments) {
      case .embedded: embedded()
      case .file(let path): try client(ofFile: path)
      case .socket(let address): try client(insistingOn: address)
      case .socketIfAny(let address): try client(preferring: address)
      }
    knownClient = client
    return client
  }

  /// The client of the registry in a file.
  private func client(ofFile path: [UInt8]) throws(Failure) -> any SessionClient {
    let file = try RegistryFile.named(path)
    mayStartPrograms = file.isProtected
    return EmbeddedClient(file)
  }

  /// The client of the daemon at an address that the user named.
  private func client(insistingOn address: SocketAddress) throws(Failure) -> any SessionClient {
    do throws(RegistryClientError) {
      let client = try SocketClient(to: address, longestSilence: ConnectedDaemon.longestSilence)
      let daemon = ConnectedDaemon(
        client: client, address: address, role: needsDaemon ? .needed : .named)
      return upToDate(daemon, mark: daemon.mark)
    } catch {
      throw Failure(
        .unreachable, "'\(address)': \(error)",
        hint: needsDaemon ? nil : "--embedded answers without a daemon")
    }
  }

  /// The client of the daemon at an address if it answers, else of a registry in this process.
  private func client(preferring address: SocketAddress) throws(Failure) -> any SessionClient {
    let mark = CurrentMark.path(besideSocket: address.path).flatMap(CurrentMark.text(at:))
    let environment = DaemonEnvironment(ofDaemonAt: address, mark: mark)
    let desktop = environment.desktopToServe(isDemanded: needsDaemon)
    if desktop == nil, let remark = environment.remark(at: address, exceptDesktop: needsDaemon) {
      remarks.note(remark)
      return embedded()
    }
    let connection: Connection
    do throws(ConnectionError) {
      connection = try Connection(
        to: address, timeout: ConnectedDaemon.longestSilence,
        longestSilence: needsDaemon ? nil : ConnectedDaemon.patience)
    } catch {
      if !needsDaemon {
        if let remark = ConnectedDaemon.remark(on: error, at: address) { remarks.note(remark) }
      } else if !ConnectedDaemon.isAbsence(error) {
        throw Failure(.unreachable, "'\(address)': \(error)")
      }
      return embedded()
    }
    let client = SocketClient(connection, changeTimeout: ConnectedDaemon.longestSilence)
    let daemon = ConnectedDaemon(
      client: client, address: address, role: needsDaemon ? .needed : .optional)
    if environment == .unknown { return try self.client(asking: daemon) }
    guard let desktop else { return upToDate(daemon, mark: mark) }
    return self.client(of: daemon, serving: desktop)
  }

  /// The client of a daemon that was asked to serve this desktop, or of a registry in this process.
  private func client(of daemon: ConnectedDaemon, serving desktop: String) -> any SessionClient {
    guard daemon.serve(desktop, note: remarks.note) else { return embedded() }
    return upToDate(daemon, mark: daemon.mark)
  }

  /// The client of a daemon that is asked for its environment, because nothing beside its socket shows it.
  private func client(asking daemon: ConnectedDaemon) throws(Failure) -> any SessionClient {
    do throws(RegistryClientError) {
      let environment = DaemonEnvironment(try daemon.client.status())
      if let desktop = environment.desktopToServe(isDemanded: needsDaemon) {
        return client(of: daemon, serving: desktop)
      }
      guard let remark = environment.remark(at: daemon.address, exceptDesktop: needsDaemon) else {
        return upToDate(daemon, mark: daemon.mark)
      }
      remarks.note(remark)
      return embedded()
    } catch {
      guard case .unreachable(let reason) = error else { throw Failure(error) }
      guard daemon.role == .optional else { throw daemon.failure(because: reason) }
      // Nothing beside the socket showed a daemon before.
      let isNew = reason == "\(ConnectionError.timedOut)" && daemon.hasAppeared
      return embedded(because: isNew ? nil : reason, inPlaceOf: daemon)
    }
  }

  /// The answer of the client to one query or change.
  func ask<Answer>(_ query: (any SessionClient) throws -> Answer) throws(Failure) -> Answer {
    var problem: RegistryClientError?
    if let answer = try answer(query, or: &problem, Self.history) { return answer }
    guard let problem else { preconditionFailure("neither an answer nor an error") }
    throw Failure(problem)
  }

  /// The hint how to find out whether a change was made that was not answered.
  private static let history = "'utcli history --embedded' shows the changes that were made"

  /// The answer of the client to one query or change, or its error.
  ///
  /// If a daemon that nothing names does not answer a query, this process answers it, and all later
  /// ones. A change that the daemon has not answered is not made again.
  ///
  /// - Parameters:
  ///   - changesAreShown: The hint on how to see whether a change was made that was not answered.
  ///   - query: Queried again if the daemon does not answer.
  /// - Returns: The answer, or an error of the client that answered.
  /// - Throws: ``Failure`` if no client answers, or it is unknown whether a change was made.
  func attempt<Answer>(
    changesAreShown: String? = nil,
    _ query: (any SessionClient) throws -> Answer
  ) throws(Failure) -> Result<Answer, RegistryClientError> {
    var problem: RegistryClientError?
    if let answer = try answer(query, or: &problem, changesAreShown ?? Self.history) {
      return .success(answer)
    }
    guard let problem else { preconditionFailure("neither an answer nor an error") }
    return .failure(problem)
  }

  /// Like ``attempt(changesAreShown:_:)``, but `nil` with the error in `problem`: to destroy a `Result`, a
  /// start looks for the conformances of its error, which takes a third of its time.
  private func answer<Answer>(
    _ query: (any SessionClient) throws -> Answer,
    or problem: inout RegistryClientError?, _ changesAreShown: String
  ) throws(Failure) -> Answer? {
    let client = try client()
    do {
      let answer = try query(client)
      if confirmOrRepeat() { return answer }
    } catch let error as RegistryClientError {
      guard let daemon else {
        if arguments.has("--registry") { try RegistryFile.checkChange(error) }
        problem = error
        return nil
      }
      guard !daemon.client.hasUnansweredChange else {
        throw Failure(
          .unreachable, "'\(daemon.address)': \(error); the change may have been made or not",
          hint: changesAreShown)
      }
      guard case .unreachable(let reason) = error else {
        problem = error
        return nil
      }
      guard daemon.role == .optional else { throw daemon.failure(because: reason) }
      knownClient = embedded(because: reason, inPlaceOf: daemon)
    } catch {
      preconditionFailure("a client throws nothing but RegistryClientError")
    }
    return try answer(query, or: &problem, changesAreShown)
  }

  /// The failure of a command that needs the daemon.
  func failure(_ error: RegistryClientError) -> Failure {
    guard let daemon, case .unreachable(let reason) = error else { return Failure(error) }
    return daemon.failure(because: reason)
  }

  /// Checks that an answer is current.
  ///
  /// If it is not, the daemon has read the declarations again, or this process answers from now on.
  ///
  /// - Returns: Whether it is current; if not, the query must be repeated.
  private func confirmOrRepeat() -> Bool {
    guard isUnconfirmed, let daemon else { return true }
    isUnconfirmed = false
    let vouchingMark = vouchingMark
    self.vouchingMark = nil
    // Before a change the stamps were compared, and it is not made twice.
    guard !daemon.client.hasRequestedChange else { return true }
    let mark = daemon.mark
    if let vouchingMark, mark == vouchingMark { return true }
    // Another session may have named another desktop to it meanwhile.
    if daemon.role == .optional,
      let remark = daemon.environment(mark: mark).remark(at: daemon.address)
    {
      knownClient = embedded(inPlaceOf: daemon)
      remarks.note(remark)
      return false
    }
    guard vouchingMark != nil else { return true }
    let outcome = daemon.bringUpToDate(note: remarks.note)
    if case .unchanged = outcome { return true }
    if let replacement = replacement(of: daemon, after: outcome) { knownClient = replacement }
    return false
  }

  /// The registry of this process, to be asked some questions; `nil` if the daemon answers.
  func embeddedRegistry(
    for scope: RegistryInputs.Scope = .everything
  ) throws(Failure) -> CompiledRegistry? {
    (try client() as? EmbeddedClient)?.registry(for: scope)
  }

  /// The registry of this process, also if the daemon answers: for questions about the contents of
  /// files, which the daemon never reads.
  func ownRegistry(
    for scope: RegistryInputs.Scope = .everything
  ) throws(Failure) -> CompiledRegistry {
    if let registry = try embeddedRegistry(for: scope) { return registry }
    return standIn().registry(for: scope)
  }

  /// The client of a registry in this process that is used beside a daemon.
  private func standIn() -> EmbeddedClient {
    let client = substitute ?? embedded()
    substitute = client
    return client
  }

  /// The registry of this process for a part of a long list; `nil` if the daemon has to be asked.
  ///
  /// A daemon that nothing names explicitly, and that has the same declarations and the same store,
  /// gives the answers that this process gives in a tenth of the time. It is compared before each
  /// part, because its registry may have changed.
  ///
  /// - Parameters:
  ///   - byteCount: The length of the part; a short one is not worth a registry.
  ///   - scope: The questions that it is to answer.
  /// - Returns: The registry, with the user's choices.
  /// - Throws: ``Failure`` if there is no client, or the daemon refuses to describe its registry.
  func registry(
    forNames byteCount: Int, _ scope: RegistryInputs.Scope = .everything
  ) throws(Failure) -> CompiledRegistry? {
    if let registry = try embeddedRegistry(for: scope) { return registry }
    guard daemon?.role == .optional, byteCount >= Self.leastListLength else { return nil }
    let status = try ask { try $0.status() }
    // The daemon may have gone meanwhile.
    if let registry = try embeddedRegistry(for: scope) { return registry }
    let substitute = standIn()
    guard status.digest == "\(substitute.published.registry.digest)", let store = status.store,
      store.path == substitute.store?.databasePath, store.problem == nil
    else { return nil }
    return substitute.registry
  }

  /// The variables that decide where the user's lists of applications are.
  var environment: Environment {
    locations().environment
  }

  /// The least length of a part of a list, in bytes, that is worth a registry of this process.
  private static let leastListLength = 4_096

  /// The client of a registry in this process.
  private func embedded() -> EmbeddedClient {
    let locations = locations()
    // The inputs of answers about applications alone are compared when such a question is asked.
    let client = EmbeddedClient(
      PublishedRegistry(load(for: .types), generation: 1), of: locations, store: locations.store)
    client.onRemark = { [remarks] in remarks.note($0.note) }
    return client
  }

  /// The client of a registry in this process, which from now on answers instead of a daemon.
  ///
  /// - Parameters:
  ///   - reason: Why, for the note; `nil` if there is nothing to do about it.
  ///   - daemon: The daemon.
  /// - Returns: The registry that names of a list were looked up in, if there is one.
  private func embedded(
    because reason: String? = nil, inPlaceOf daemon: ConnectedDaemon
  ) -> EmbeddedClient {
    self.daemon = nil
    if let reason, !daemon.isStarting(after: reason) {
      remarks.note(daemon.remark(because: reason))
    }
    return substitute ?? embedded()
  }

  /// The client of a daemon that has read the present declarations, or whose mark shows that it
  /// has.
  ///
  /// - Parameters:
  ///   - daemon: The daemon.
  ///   - mark: The text of its mark, if there is one.
  /// - Returns: The client of a registry in this process if the daemon's declarations are outdated,
  ///   and stay so for long.
  private func upToDate(_ daemon: ConnectedDaemon, mark: [UInt8]?) -> any SessionClient {
    self.daemon = daemon
    daemon.client.onRemark = { [remarks] in remarks.note($0.note) }
    guard refreshesDaemon else { return daemon.client }
    isUnconfirmed = true
    guard let mark else {
      return replacement(of: daemon, after: daemon.bringUpToDate(note: remarks.note))
        ?? daemon.client
    }
    vouchingMark = mark
    let (address, role) = (daemon.address, daemon.role)
    daemon.client.willRequestChange = { [remarks] client in
      // If it is silent, the change is not sent.
      _ = ConnectedDaemon(client: client, address: address, role: role)
        .bringUpToDate(note: remarks.note)
    }
    return daemon.client
  }

  /// The client that answers instead of a daemon which was asked to read the declarations again;
  /// `nil` if the daemon has read them.
  private func replacement(
    of daemon: ConnectedDaemon, after outcome: ConnectedDaemon.Outcome
  ) -> EmbeddedClient? {
    switch outcome {
    case .unchanged, .changed: nil
    case .busy: embedded(inPlaceOf: daemon)
    case .silent(let reason): embedded(because: reason, inPlaceOf: daemon)
    }
  }

  /// The registry of this process, and how it was loaded.
  ///
  /// - Parameters:
  ///   - checkingWholeImage: Whether an image is checked whole; it is for a stream of names, too.
  ///   - scope: The questions that it is to answer.
  /// - Returns: The registry that was loaded before, if it was for these questions.
  func load(
    checkingWholeImage: Bool = false, for scope: RegistryInputs.Scope = .everything
  ) -> RegistryLoader.Loaded {
    if let loaded, loaded.scope >= scope { return loaded }
    // A stream of names may last, and an image that is cut meanwhile must not end it.
    let lasts = arguments.has("--stdin")
    let fresh = RegistryLoader.load(
      locations(), checkingWholeImage: checkingWholeImage || lasts, for: scope,
      endsSoon: !lasts)
    if let note = fresh.unreadNote { remarks.note(note) }
    if fresh.registry.typeCount == 0 {
      remarks.note(
        "no declarations were found; 'utcli doctor' lists the directories that are searched")
    } else if !locations().hasCore {
      remarks.note(
        "the directory of the core declarations that TYPED_DECLARATIONS names does not exist, so only "
          + "installed bundles are known")
    }
    loaded = fresh
    return fresh
  }

  /// Where the registry of this process is loaded from.
  private func locations() -> RegistryLocations {
    if let knownLocations { return knownLocations.current }
    let known = KnownLocations()
    knownLocations = known
    return known.current
  }
}
