// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

extension Session {
  /// Prints the bytes that `body` appends, or writes them to the file of `-o`, which they replace at once.
  func give(_ body: (inout [UInt8]) -> Void) throws(Failure) {
    guard let operand = arguments.bytes(Option.outputFile.name) else {
      output.append(body)
      return
    }
    var bytes: [UInt8] = []
    body(&bytes)
    let path = try FileArgument.absolutePath(of: operand)
    do throws(FileReplacement.Problem) {
      try FileReplacement.writeOutput(to: path) { (descriptor) throws(SystemError) in
        try PrivateFile.write(bytes.span, to: descriptor)
      }
    } catch {
      throw Failure(.unwritable, "\(path): \(error)")
    }
  }
}
