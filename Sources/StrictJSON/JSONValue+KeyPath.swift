// SPDX-License-Identifier: MIT

extension JSONValue {
  /// The path from the root to the value, such as `UTExportedTypeDeclarations[2].UTTypeIdentifier`.
  ///
  /// A name that is empty or contains anything but ASCII letters, digits, hyphens and underscores
  /// is written as a JSON string in brackets: `UTTypeTagSpecification["public.mime-type"]`. The
  /// root has an empty path; a member name has the path of its value.
  ///
  /// - Complexity: O(*n*) for *n* siblings before the value and before its containers.
  public var keyPath: String {
    let tape = document.tape
    let target = node.kind == .memberName ? index + 1 : index
    var path = ""
    var container = 0
    while container != target {
      var position = 0
      var child = container + 1
      let isObject = tape.nodes[container].kind == .object
      while true {
        let value = isObject ? child + 1 : child
        let next = tape.indexAfter(value)
        if target < next {
          if isObject {
            path.append(name: JSONValue(document: document, index: child).text)
          } else {
            path += "[\(position)]"
          }
          container = value
          break
        }
        child = next
        position += 1
      }
    }
    return path
  }
}

extension String {
  fileprivate mutating func append(name: String) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, !name.isEmpty else {
      var writer = JSONWriter()
      writer.string(name)
      self += "[" + String(decoding: writer.bytes, as: UTF8.self) + "]"
      return
    }
    if !isEmpty { self += "." }
    self += name
  }
}
