// SPDX-License-Identifier: MIT

internal import TypeRegistry

// The subjects of choices that `default set` and `default unset` make for words.

extension Session {
  /// The requests that choose an application for a word.
  ///
  /// For an extension that one type alone has, the choice is for that type, which other programs know, and
  /// a choice for the extension is removed, because it would decide before that; with a note. With
  /// `--only-extension` it is for the extension.
  func choices(
    for word: [UInt8], _ bundle: String, _ role: Role?
  ) throws(Failure) -> [BindingRequest] {
    let subject = try bindingSubject(word, arguments)
    if arguments.has("--only-extension") {
      guard case .tag(let tag) = subject, tag.tagClass == .filenameExtension else {
        throw .usage(
          "--only-extension needs an extension, such as .md; '\(TextEscaping.inMessage(word))' is none"
        )
      }
    }
    guard let type = try onlyType(of: subject) else {
      return [BindingRequest(try extended(subject), role: role, .handler(bundle: bundle))]
    }
    note(
      "'\(type)' alone has \(subject.spelling), so that the choice is for the type, and other programs "
        + "know it; --only-extension chooses for \(subject.spelling)")
    var requests = [BindingRequest(try extended(.type(type)), role: role, .handler(bundle: bundle))]
    if try isChosen(subject, role) {
      requests.append(BindingRequest(subject, role: role, .noHandler))
    }
    return requests
  }

  /// The request that removes the choice for a word: that for an extension if there is one, else that for the
  /// type that alone has it.
  func removal(for word: [UInt8], _ role: Role?) throws(Failure) -> BindingRequest {
    let subject = try bindingSubject(word, arguments)
    guard let type = try onlyType(of: subject), try !isChosen(subject, role) else {
      return BindingRequest(try extended(subject), role: role, .noHandler)
    }
    return BindingRequest(try extended(.type(type)), role: role, .noHandler)
  }

  /// A subject; with `--and-subtypes` the type and its subtypes.
  private func extended(_ subject: Binding.Subject) throws(Failure) -> Binding.Subject {
    guard arguments.has("--and-subtypes") else { return subject }
    switch subject {
    case .type(let type), .family(let type): return .family(type)
    case .tag:
      throw .usage(
        "\(subject.phrase) has no subtypes",
        hint: "name a type; 'utcli types \(subject.spelling.shellWord)' shows which it means")
    }
  }

  /// The type that alone has an extension; `nil` for other subjects, if several types or none have it, and if
  /// the extension itself is meant.
  private func onlyType(of subject: Binding.Subject) throws(Failure) -> TypeIdentifier? {
    guard case .tag(let tag) = subject, tag.tagClass == .filenameExtension,
      !arguments.has("--only-extension")
    else { return nil }
    let answer = try types(with: tag)
    guard answer.types.count == 1, !answer.isDynamic, let type = answer.types.first,
      !Binding.Subject.type(type).isCatchAll
    else { return nil }
    return type
  }

  private func isChosen(_ subject: Binding.Subject, _ role: Role?) throws(Failure) -> Bool {
    let slot = Binding.Slot(subject: subject, role: role, kind: .handler)
    return try ask { try $0.bindings() }.contains { $0.slot == slot }
  }

  /// Notes that an application was chosen for what neither it nor a list claims for it, nor for a supertype.
  ///
  /// Of a type with its subtypes it may claim some of these, and no application claims a pattern of URLs.
  func noteUnclaimed(_ words: ArraySlice<[UInt8]>, _ bundle: String) throws(Failure) {
    if arguments.has("--and-subtypes") { return }
    let words = words.filter {
      TypeIdentifier.ofAll(mimeTypes: String(decoding: $0, as: UTF8.self)) == nil
    }
    let roles = try arguments.roles()
    var operands = try words.map { (word) throws(Failure) in try handlerOperand(word, arguments) }
    let answers = try handlers(of: &operands, roles, explains: true)
    let key = bundle.asciiLowercased
    for (operand, answer) in zip(operands, answers) {
      switch operand.subject {
      case .url: continue
      case .tag(let tag) where tag.tagClass == .urlPattern: continue
      default: break
      }
      let chosen = answer.handlers.first { $0.bundle.asciiLowercased == key }
      guard chosen?.claim == nil, chosen?.placement != .added,
        !answer.hidden.contains(where: { $0.bundle.asciiLowercased == key })
      else { continue }
      let name = try namedBundles().first { $0.identifier.asciiLowercased == key }?.name
      let subject =
        if case .tag(let tag) = operand.subject {
          tag.spelling
        } else {
          answer.type?.text ?? String(decoding: operand.word, as: UTF8.self)
        }
      let role = roles.single.map { " as \($0.rawValue)" } ?? ""
      note("\(name ?? bundle) does not claim \(subject)\(role)")
    }
  }

  /// Which choice has an application open an operand although another one is chosen for its type, and how
  /// to remove that choice.
  func overrulingChoice(of operand: HandlerOperand, by bundle: String) throws(Failure) -> String {
    let word = String(decoding: operand.word, as: UTF8.self).shellWord
    if operand.ownHandler == bundle {
      return
        "the choice of the file itself decides; 'utcli default unset --this-file \(word)' removes it"
    }
    if let name = operand.file?.name {
      let name = String(decoding: name, as: UTF8.self).asciiLowercased
      for binding in try ask({ try $0.bindings() }) {
        guard case .handler(let identity) = binding.choice, identity.bundle == bundle,
          case .tag(let tag) = binding.subject, tag.tagClass == .filenameExtension,
          name.hasSuffix(tag.spelling)
        else { continue }
        let role = binding.role.map { " --role \($0.rawValue.asciiLowercased)" } ?? ""
        return "your choice for \(tag.spelling) decides; "
          + "'utcli default unset\(role) \(tag.spelling.shellWord)' removes it"
      }
    }
    return "'utcli why \(word)' shows which choice decides"
  }
}
