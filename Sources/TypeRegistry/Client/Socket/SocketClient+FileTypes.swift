// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import Varlink

extension SocketClient {
  /// How many names a call has at most: few enough that the daemon reads one call while this process
  /// reads the answers to another.
  private static var batchLimit: Int { 1_024 }

  /// How many bytes the names of one call may have, which fit a message however they are written.
  private static var batchLength: Int { 65_536 }

  /// How many calls are on their way at once.
  private static var callsAhead: Int { 2 }

  /// See ``RegistryClient/fileTypes(_:)``.
  public func fileTypes(
    _ files: [FileQuery]
  ) throws(RegistryClientError) -> [FileTypeAnswer] {
    guard files.allSatisfy({ $0.name.count <= FileQuery.longestName }) else { throw .tooLong }
    var answers: [FileTypeAnswer] = []
    answers.reserveCapacity(files.count)
    var asked: [ArraySlice<FileQuery>] = []
    var rest = files[...]
    while !rest.isEmpty || !asked.isEmpty {
      while asked.count < Self.callsAhead, !rest.isEmpty {
        let batch = Self.batch(of: rest)
        rest = rest.dropFirst(batch.count)
        try send(.typeOf) { $0.write(batch) }
        asked.append(batch)
      }
      let batch = asked.removeFirst()
      if try receive(batch, before: asked.count, into: &answers) { continue }
      // Its answer is too long for one reply. Replies that are on their way come first.
      var later: [[FileTypeAnswer]?] = []
      for (index, batch) in asked.enumerated() {
        var part: [FileTypeAnswer] = []
        let isThere = try receive(batch, before: asked.count - index - 1, into: &part)
        later.append(isThere ? part : nil)
      }
      answers += try inSeveralReplies(batch)
      for (batch, part) in zip(asked, later) {
        if let part { answers += part } else { answers += try inSeveralReplies(batch) }
      }
      asked = []
    }
    return answers
  }

  /// As many of the files as one call may have.
  private static func batch(of files: ArraySlice<FileQuery>) -> ArraySlice<FileQuery> {
    var length = 0
    let batch = files.prefix(batchLimit).prefix { file in
      length += file.name.count
      return length <= batchLength
    }
    return batch.isEmpty ? files.prefix(1) : batch
  }

  /// Appends the answers of the next reply.
  ///
  /// - Parameters:
  ///   - batch: The files of the query.
  ///   - followers: How many other replies are to come.
  ///   - answers: Gets one answer for each file.
  /// - Returns: False if the daemon answers that they are too long for one reply.
  /// - Throws: ``RegistryClientError``; nothing is on its way then.
  private func receive(
    _ batch: ArraySlice<FileQuery>, before followers: Int, into answers: inout [FileTypeAnswer]
  ) throws(RegistryClientError) -> Bool {
    let reply = try receive()
    if let error = reply.error {
      if error == WireError.replyTooLong.rawValue { return false }
      for _ in 0..<followers { _ = try receive() }
      throw RegistryClientError(refusal: reply)
    }
    guard let members = reply.parameters else { throw abandon(.invalidAnswer("answers")) }
    let count = answers.count
    do throws(InvalidAnswer) {
      try AnswerObject(members, "parameters").forEach(in: "answers") {
        (value) throws(InvalidAnswer) in
        answers.append(try FileTypeAnswer(reading: value))
      }
    } catch {
      throw abandon(RegistryClientError(error))
    }
    guard answers.count - count == batch.count else { throw abandon(.invalidAnswer("answers")) }
    return true
  }

  private func inSeveralReplies(
    _ batch: ArraySlice<FileQuery>
  ) throws(RegistryClientError) -> [FileTypeAnswer] {
    let answers = try list(.typeOf, "answers") { parameters in
      parameters.write(batch)
    } reading: { (value) throws(InvalidAnswer) in
      try FileTypeAnswer(reading: value)
    }
    guard answers.count == batch.count else { throw .invalidAnswer("answers") }
    return answers
  }
}
