// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension LaunchTarget {
  /// The target that a word of the command line names.
  ///
  /// - Parameters:
  ///   - word: A path or a URL, as bytes.
  ///   - isFile: Whether it is a path, whatever its form.
  ///   - directory: The directory of relative paths; `nil` if it is not known.
  /// - Throws: ``Failure`` for a bad `file:` URL, an empty word, a NUL, or no directory.
  init(_ word: [UInt8], isFile: Bool, in directory: [UInt8]?) throws(Failure) {
    do throws(Problem) {
      try self.init(naming: word, isFile: isFile, in: directory)
    } catch {
      switch error {
      case .holdsNUL:
        throw Failure(
          .badData, "'\(TextEscaping.inMessage(word))' contains a NUL",
          hint: "-0 reads names that are separated by NUL")
      case .isEmpty: throw Failure(.negative, "'': no such file or directory")
      case .noDirectory:
        throw Failure(.negative, "\(TextEscaping.inMessage(word)): the working directory is gone")
      case .badURL(let problem): throw FileArgument.failure(problem, word)
      }
    }
  }
}
