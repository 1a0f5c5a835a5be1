// SPDX-License-Identifier: MIT

import StrictJSON
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

@testable import typed

/// A source of one registry, which only tests change.
final class FixedSource: RegistrySource {
  var published: PublishedRegistry
  var locations = RegistryLocations(
    core: nil, environment: Environment(declarations: ""), cache: nil)
  var serving: ServingStatus?
  var quietPeriod: Int?
  var reloads = 0
  /// The desktops that reloads were requested for.
  private(set) var desktops: [[UInt8]?] = []
  /// Whether a reload is done during the request.
  var isPrompt = true

  init(_ registry: CompiledRegistry, generation: UInt64 = 7) {
    published = PublishedRegistry(registry, generation: generation)
  }

  func requestReload(forDesktop names: [UInt8]?) -> Int {
    desktops.append(names)
    if isPrompt { reloads += 1 }
    return isPrompt ? reloads : reloads + 1
  }
}

/// The daemon's service, called without a socket.
final class ServiceUnderTest {
  let source: FixedSource
  let service: Service
  let bindings: LiveBindings
  let registrations: LiveRegistrations
  let jobs: JobsByHand

  /// The user who may change bindings.
  static let owner: UInt32 = 1_234

  /// A service.
  ///
  /// - Parameters:
  ///   - registry: The registry of the answers.
  ///   - store: Where bindings are stored.
  ///   - replyLimit: The length of the longest reply, in bytes.
  init(_ registry: CompiledRegistry, store: StoreLocation? = nil, replyLimit: Int = 1_048_576) {
    let source = FixedSource(registry)
    let jobs = JobsByHand()
    bindings = LiveBindings(store, owner: Self.owner, over: source, jobs: jobs)
    registrations = LiveRegistrations(source.locations, jobs: jobs)
    self.source = source
    self.jobs = jobs
    service = Service(
      ServiceDescription(
        vendor: "test", product: "typed", version: "0", url: "",
        interfaces: Interfaces.descriptions),
      replyLimit: replyLimit)
    Interfaces.registerAll(
      on: service, bindings: bindings, registrations: registrations, version: "1.2.3")
    jobs.serve(bindings, registrations)
  }

  /// Does all changes, also those that are repeated.
  func doJobs() { jobs.makeChanges() }

  /// A registry of a few types, one of them with a tie on its extension.
  static func small() -> ServiceUnderTest { ServiceUnderTest(Self.smallRegistry) }

  static let smallRegistry = RegistryCompiler.compile([
    .test(
      "org.test.core",
      [
        .test("public.item"),
        .test("public.data", parents: ["public.item"], mimeTypes: ["application/octet-stream"]),
        .test("public.content"),
        .test("public.folder", parents: ["public.item"], mimeTypes: ["inode/directory"]),
        .test("public.text", parents: ["public.data", "public.content"]),
        .test(
          "public.plain-text", parents: ["public.text"], extensions: ["txt", "text"],
          mimeTypes: ["text/plain"]),
        .test("public.image", parents: ["public.data", "public.content"]),
        .test(
          "public.jpeg", parents: ["public.image"], extensions: ["jpeg", "jpg"],
          mimeTypes: ["image/jpeg"]),
        .test("public.left", parents: ["public.data"], extensions: ["tie"]),
        .test("public.right", parents: ["public.data"], extensions: ["tie"]),
        .test("public.make", parents: ["public.text", "org.test.nobody"], globs: ["Makefile"]),
      ])
  ]).registry

  /// All replies to one call.
  ///
  /// Runs the job of the call, if it has one.
  ///
  /// - Parameters:
  ///   - method: The method after `org.typeregistry.`.
  ///   - parameters: Its parameters.
  ///   - more: Whether several replies are accepted.
  ///   - user: Who calls.
  ///   - deadline: When each turn ends; ``turns`` then counts them.
  /// - Returns: The replies in their order.
  func replies(
    _ method: String, _ parameters: String = "{}", more: Bool = false, user: UInt32 = owner,
    until deadline: MonotonicTime = .never
  ) -> [String] {
    bindings.beginTurn()
    turns = 1
    let text =
      "{\"method\":\"org.typeregistry.\(method)\",\"parameters\":\(parameters)"
      + (more ? ",\"more\":true}" : "}")
    var output = OutputBuffer()
    let peer = Peer(user: user, group: 0, process: 0)
    switch service.dispatch(
      Message(Array(text.utf8)), peer: peer, output: &output, until: deadline)
    {
    case .answered: break
    case .opened(var series):
      loop: while true {
        turns += 1
        switch series.advance(&output, until: deadline, mayWait: true) {
        case .hasMore:
          let isSingle = series.isSingle
          #expect(!isSingle)
          sent += take(&output)
        case .needsTurn: break
        case .nothingYet:
          if jobs.changes.isEmpty { break loop }
          doJobs()
        case .finished: break loop
        }
      }
    case .refused(let error): Issue.record("refused: \(error)")
    }
    sent += take(&output)
    defer { sent = [] }
    return sent
  }

  private var sent: [String] = []
  /// The number of turns that the last call took.
  private(set) var turns = 0

  private func take(_ output: inout OutputBuffer) -> [String] {
    defer { output.removeAll() }
    return output.bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The one reply to a call.
  func ask(
    _ method: String, _ parameters: String = "{}", user: UInt32 = owner
  ) throws -> String {
    let replies = replies(method, parameters, user: user)
    return try #require(replies.count == 1 ? replies[0] : nil)
  }

  /// The parameters of the one reply to a call.
  func answer(_ method: String, _ parameters: String = "{}") throws -> JSONValue {
    let text = try ask(method, parameters)
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(document.root["error"] == nil, "\(text)")
    return try #require(document.root["parameters"])
  }
}

extension String {
  /// The last part of a reply's error, and its parameter; `nil` if the call succeeded.
  var error: String? {
    get throws {
      let root = try JSONDocument(parsing: Array(utf8)).root
      guard let error = root["error"]?.string else { return nil }
      let parameter = root["parameters"]?["parameter"]?.string
      return error.split(separator: ".").last.map {
        String($0) + (parameter.map { ":\($0)" } ?? "")
      }
    }
  }
}
