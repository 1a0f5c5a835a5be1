// SPDX-License-Identifier: MIT

extension BindingRequest {
  /// The most requests of one change.
  public static let limit = 4_096

  /// The most bytes that the texts of all requests of a change may take in a message.
  static let longestText = 524_288

  /// The longest name of an application in a request, in bytes.
  static let longestBundle = 1_024

  /// Whether the request removes a binding.
  package var isRemoval: Bool {
    switch operation {
    case .noHandler, .notNever, .noType: true
    case .handler, .awaitedHandler, .never, .type: false
    }
  }

  /// Checks what every back end requires of requests: neither too many nor too long, and of the
  /// kind that `action` names.
  ///
  /// - Throws: ``EditProblem``.
  package static func check(
    _ requests: [BindingRequest], as action: BindingChange.Action
  ) throws(EditProblem) {
    guard requests.count <= limit else { throw .tooLong }
    guard requests.reduce(0, { $0 + $1.textLength }) <= longestText else { throw .tooLong }
    switch action {
    case .bind, .apply: break
    case .unbind: guard requests.allSatisfy(\.isRemoval) else { throw .notARemoval }
    case .undo: throw .undoTakesNoRequests
    }
    for request in requests {
      if let bundle = request.bundle { try check(bundle) }
    }
  }

  /// Requests in their order, in as few parts as changes can carry.
  package static func batches(of requests: [BindingRequest]) -> [[BindingRequest]] {
    var batches: [[BindingRequest]] = []
    var length = 0
    for request in requests {
      let own = request.textLength
      if let last = batches.indices.last, batches[last].count < limit,
        length + own <= longestText
      {
        batches[last].append(request)
        length += own
      } else {
        batches.append([request])
        length = own
      }
    }
    return batches
  }

  /// Checks a list of bundle identifiers.
  ///
  /// - Throws: ``EditProblem``.
  package static func check(bundles: [String]) throws(EditProblem) {
    guard bundles.count <= limit else { throw .tooLong }
    guard bundles.reduce(0, { $0 + length($1) }) <= longestText else { throw .tooLong }
    for bundle in bundles { try check(bundle) }
  }

  /// Rejects a name that no bundle can have and that no message can carry.
  private static func check(_ bundle: String) throws(EditProblem) {
    guard bundle.utf8.contains(0) || bundle.utf8.count > longestBundle else { return }
    let shown = String(decoding: bundle.utf8.prefix(longestBundle), as: UTF8.self)
    throw .request(.noSuchApplication(shown, nearest: []))
  }

  /// The application that is named.
  private var bundle: String? {
    switch operation {
    case .handler(let bundle), .awaitedHandler(let bundle, _): bundle
    case .never(let bundle), .notNever(let bundle): bundle
    case .noHandler, .type, .noType: nil
    }
  }

  /// The length of its texts as JSON, in bytes.
  private var textLength: Int {
    var length = Self.length(subject.text)
    if let bundle { length += Self.length(bundle) }
    if case .type(let identifier) = operation { length += identifier.text.utf8.count }
    return length
  }

  private static func length(_ text: String) -> Int {
    text.utf8.reduce(0) { sum, byte in
      switch byte {
      case ..<0x20: sum + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): sum + 2
      default: sum + 1
      }
    }
  }
}
