// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Compares the ranking, which merges runs, with a model that sorts everything.
@Suite struct HandlerRankingPropertyTests {
  /// Types of a random graph: each conforms to up to three earlier ones.
  private static func types(_ random: inout SeededRandom, count: Int) -> [TypeDeclaration] {
    (0..<count).map { index in
      var parents: [String] = []
      if index > 0 {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let parent = "org.t\(Int.random(in: 0..<index, using: &random)).x"
          if !parents.contains(parent) { parents.append(parent) }
        }
      }
      return .test("org.t\(index).x", parents: parents, extensions: ["e\(index)"])
    }
  }

  private static func application(
    _ random: inout SeededRandom, _ number: Int, types: [TypeDeclaration]
  ) -> Bundle {
    let origins: [Origin] = [.system, .local, .user]
    let origin = origins.randomElement(using: &random) ?? .user
    let claims = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      var subjects: [HandlerClaim.Subject] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let type = types.randomElement(using: &random)?.identifier ?? .test("org.t0.x")
        switch Int.random(in: 0..<10, using: &random) {
        case 0: subjects.append(.everything)
        case 1:
          subjects.append(
            .tag(.test(.filenameExtension, "e\(Int.random(in: 0..<types.count, using: &random))")))
        default: subjects.append(.type(type))
        }
      }
      var claim = HandlerClaim(
        subjects: subjects, role: Role.allCases.randomElement(using: &random) ?? .viewer,
        rank: HandlerRank.allCases.randomElement(using: &random) ?? .default)
      claim.isWildcard = Int.random(in: 0..<4, using: &random) == 0
      return claim
    }
    var bundle = Bundle.application("org.app\(number)", origin: origin, claims)
    bundle.level = Int.random(in: 0..<3, using: &random) * MIMEAppsLevel.countOfDirectory
    return bundle
  }

  /// An application's best claim in terms of the table.
  private struct Row {
    let bundle: String
    let standing: HandlerStanding
  }

  /// The order by the definition: filter by role, take each application's nearest claim, sort.
  private static func model(
    _ registry: CompiledRegistry, _ applications: [Bundle], _ type: TypeIdentifier,
    tag: TypeRegistry.Tag?,
    _ roles: RoleMask
  ) -> [String] {
    let places = applications.map(\.identifier).sorted()
    let rows = applications.compactMap { application -> Row? in
      var best: HandlerStanding?
      for claim in application.claims where roles.contains(claim.role) {
        for subject in claim.subjects {
          var standing = HandlerStanding()
          switch subject {
          case .type(let claimed):
            guard registry.conforms(type, to: claimed) else { continue }
            standing.distance = registry.path(from: type, to: claimed).count - 1
            if claim.isWildcard { standing.distance += HandlerStanding.wildcard }
          case .tag(let claimed):
            guard claimed == tag else { continue }
            standing.isOnTag = true
          case .everything:
            standing.distance = HandlerStanding.everywhere + HandlerStanding.wildcard
          }
          standing.origin = application.origin
          standing.place = application.origin == .user ? 0 : application.level
          standing.rank = claim.rank
          standing.role = claim.role
          standing.bundleOrder = places.firstIndex(of: application.identifier) ?? 0
          if best.map({ standing.precedes($0) }) ?? true { best = standing }
        }
      }
      guard var best else { return nil }
      // The nearest claim decides, even if it is for drops only.
      best.acceptsDrops = best.rank == .none
      return Row(bundle: application.identifier, standing: best)
    }
    return rows.sorted { $0.standing.precedes($1.standing) }.map(\.bundle)
  }

  @Test(arguments: (0..<propertyCases(60)).map(UInt64.init))
  func rankingAgreesWithTheModel(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 2...12, using: &random)
    let types = Self.types(&random, count: count)
    let applications = (0..<Int.random(in: 1...14, using: &random)).map {
      Self.application(&random, $0, types: types)
    }
    let core = Bundle.test("org.core", types)
    let registry = RegistryCompiler.compile([core] + applications).registry
    for (index, type) in types.enumerated() {
      let tag = TypeRegistry.Tag.test(.filenameExtension, "e\(index)")
      for roles in [RoleMask.all, .editor, .viewer, [.shell, .quickLookGenerator]] {
        for (subject, tag) in [
          (HandlerQuery.Subject.type(type.identifier), nil), (.tag(tag), tag),
        ] {
          let answer = registry.handlers(
            for: HandlerQuery(subject, roles: roles, explains: true),
            with: BindingTable([], over: registry))
          #expect(
            answer.handlers.map(\.bundle)
              == Self.model(registry, applications, type.identifier, tag: tag, roles),
            "seed \(seed), \(subject), roles \(roles.rawValue)")
        }
      }
    }
  }

  /// Bindings of the user, on types, families and tags, for any role.
  private static func bindings(
    _ random: inout SeededRandom, of applications: [Bundle], types: [TypeDeclaration]
  ) -> [Binding] {
    var bindings: [Binding.Slot: Binding] = [:]
    for _ in 0..<Int.random(in: 0...10, using: &random) {
      guard let application = applications.randomElement(using: &random) else { continue }
      let index = Int.random(in: 0..<types.count, using: &random)
      let identifier = types[index].identifier
      let subjects: [Binding.Subject] = [
        .type(identifier), .family(identifier), .fileExtension("e\(index)"),
      ]
      let subject = subjects.randomElement(using: &random) ?? .type(identifier)
      let role = [nil, Role.editor, .viewer, .shell].randomElement(using: &random) ?? nil
      let isNever = Int.random(in: 0..<5, using: &random) == 0
      let binding =
        isNever
        ? Binding(subject, .never(bundle: application.identifier))
        : Binding.test(
          subject, role: role, to: application.identifier, origin: application.origin)
      bindings[binding.slot] = binding
    }
    return bindings.values.sorted { "\($0.slot)" < "\($1.slot)" }
  }

  /// The rows that are added level by level are in the order of the table that explains them.
  @Test(arguments: (0..<propertyCases(60)).map(UInt64.init))
  func rankingWithBindingsIsInTheOrderOfTheTable(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let types = Self.types(&random, count: Int.random(in: 2...12, using: &random))
    let applications = (0..<Int.random(in: 1...14, using: &random)).map {
      Self.application(&random, $0, types: types)
    }
    let site = Bundle.application(
      "org.site", origin: .local, [],
      siteBindings: types.prefix(3).map { type in
        SiteBinding(
          subject: .type(type.identifier),
          handler: applications.randomElement(using: &random)?.identifier ?? "org.none")
      })
    let bundles = [Bundle.test("org.core", types)] + applications + [site]
    let registry = RegistryCompiler.compile(bundles).registry
    let table = BindingTable(
      Self.bindings(&random, of: applications, types: types), over: registry)
    var ranking = HandlerRanking()
    for (index, type) in types.enumerated() {
      for roles in [RoleMask.all, .editor, .viewer, [.shell, .quickLookGenerator]] {
        for subject in [
          HandlerQuery.Subject.type(type.identifier),
          .tag(.test(.filenameExtension, "e\(index)")), .file("x.e\(index)"),
        ] {
          var query = HandlerQuery(subject, roles: roles)
          query.ownHandler = applications.randomElement(using: &random)?.identifier
          ranking.rank(registry.question(query, with: table).question, in: registry, with: table)
          #expect(
            ranking.firstRowOutOfOrder(in: registry) == nil,
            "seed \(seed), \(subject), roles \(roles.rawValue): \(ranking.rows)")
        }
      }
    }
  }

  /// The order in which bundles are read does not matter.
  @Test(arguments: (0..<propertyCases(20)).map(UInt64.init))
  func anyOrderOfBundlesGivesTheSameRanking(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let types = Self.types(&random, count: 8)
    var bundles = (0..<10).map { Self.application(&random, $0, types: types) }
    bundles.append(Bundle.test("org.core", types))
    let registry = RegistryCompiler.compile(bundles).registry
    for _ in 0..<4 {
      bundles.shuffle(using: &random)
      let other = RegistryCompiler.compile(bundles).registry
      #expect(other.digest == registry.digest, "seed \(seed)")
      for type in types {
        let query = HandlerQuery(.type(type.identifier), explains: true)
        #expect(
          other.handlers(for: query, with: BindingTable([], over: other))
            == registry.handlers(for: query, with: BindingTable([], over: registry)))
      }
    }
  }
}
