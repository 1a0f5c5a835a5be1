// SPDX-License-Identifier: MIT

internal import TestSupport
internal import TypeRegistry

/// Ranking the handlers of a type, over growing numbers of applications.
///
/// Every application claims ten types of the core; one in twenty claims some of the text editors'
/// and image viewers' types, so that a type has about as many candidates as on a real desktop. The
/// larger set has as many candidates for the types asked about: its further applications claim
/// other types.
struct Ranking {
  let quick: Bool
  let core: [Bundle]

  private static let asked = [
    "public.jpeg", "public.png", "public.plain-text", "public.html", "com.adobe.pdf",
    "public.mpeg-4", "public.mp3", "public.zip-archive", "public.swift-source", "public.json",
  ]

  func run() {
    let rounds = quick ? 3 : 15
    var base: Double?
    for count in quick ? [300] : [300, 10_000] {
      let registry = RegistryCompiler.compile(core + applications(count)).registry
      for bindings in [0, 1_000] {
        let (time, handlers) = measure(registry, bindings: bindings, rounds: rounds)
        let first = base ?? time
        if base == nil { base = time }
        Line(
          name: "rank \(Line.number(handlers)) of \(count) applications, \(bindings) bindings",
          value: time, unit: "ns", reference: ("300 applications", first),
          goal: count == 300 ? "at most 1,000 ns" : "at most 2 x"
        ).print()
      }
    }
  }

  /// The time to rank the handlers of a type, and how many there are, on average.
  private func measure(
    _ registry: CompiledRegistry, bindings: Int, rounds: Int
  ) -> (time: Double, handlers: Double) {
    let questions = Self.asked.map {
      registry.question(HandlerQuery(.type(.test($0))), with: nil).question
    }
    precondition(questions.allSatisfy { $0.type != .none }, "a type of the core is missing")
    let table = BindingTable(chosen(registry, bindings), over: registry)
    var ranking = HandlerRanking()
    var handlers = 0
    for question in questions {
      ranking.rank(question, in: registry, with: table)
      handlers += ranking.rows.count
    }
    precondition(handlers > questions.count, "no application opens anything")
    let repeats = quick ? 500 : 5_000
    let time = leastTime(rounds: rounds, count: repeats * questions.count) {
      var sum: UInt64 = 0
      for _ in 0..<repeats {
        for question in questions {
          ranking.rank(question, in: registry, with: table)
          sum &+= UInt64(ranking.rows.first?.bundle ?? 0)
        }
      }
      return sum
    }
    return (time, Double(handlers) / Double(questions.count))
  }

  /// Choices for that many types, none of which is asked about.
  private func chosen(_ registry: CompiledRegistry, _ count: Int) -> [Binding] {
    let identity = HandlerIdentity(bundle: "org.app1", origin: .system, path: "/test/org.app1.json")
    return registry.declaredTypes.filter { !Self.asked.contains($0.text) }.suffix(count)
      .map { Binding(.type($0), .handler(identity)) }
  }

  private func applications(_ count: Int) -> [Bundle] {
    let core = RegistryCompiler.compile(core).registry
    // Leaves, so that the further applications are no candidates for what is asked about.
    let leaves = core.declaredTypes.filter {
      core.subtypes(of: $0).isEmpty && !Self.asked.contains($0.text)
    }
    var random = SeededRandom(seed: 4)
    return (0..<count).map { number in
      var claims = (0..<10).map { _ in
        HandlerClaim(
          subjects: [.type(leaves.randomElement(using: &random) ?? .test("public.data"))],
          role: Bool.random(using: &random) ? .editor : .viewer)
      }
      if number < 300 {
        if number % 20 == 0 { claims.append(.test("public.text", "public.data", role: .editor)) }
        if number % 20 == 1 { claims.append(.test("public.image", "public.content")) }
        if number % 10 == 2 {
          claims.append(
            .test(Self.asked[number / 10 % Self.asked.count], role: .viewer, rank: .alternate))
        }
      }
      return .application("org.app\(number)", claims)
    }
  }
}
