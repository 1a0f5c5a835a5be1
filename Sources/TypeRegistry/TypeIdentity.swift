// SPDX-License-Identifier: MIT

/// The identifier of a type as one word: two types of this process are the same exactly if their words are.
///
///     1 to 4095        a constant of this library: its number
///     bit 63 is set    the dynamic type of a short extension: its characters, the first in the lowest byte
///     all others       the address of a ``TypeName``, which lives as long as the process
///
/// So a value that has the word needs no reference, and the types of most unknown names need no memory.
@usableFromInline
@safe package struct TypeIdentity: Hashable, Sendable, BitwiseCopyable {
  /// The word; never 0.
  @usableFromInline let word: UInt64

  @inlinable
  init(word: UInt64) { self.word = word }

  /// The most constants, whose numbers are addresses of nothing.
  private static let mostConstants: UInt64 = 4_096
  private static let extensionBit: UInt64 = 1 << 63
  /// The most bytes of an extension that is its own identity.
  private static let longestExtension = 8

  /// The meaning of a word.
  @safe enum Form {
    case constant(Int)
    case filenameExtension(ShortExtension)
    /// The name, which lives as long as the process.
    case name(Unmanaged<TypeName>)
  }

  @inline(__always)
  var form: Form {
    if word & Self.extensionBit != 0 {
      return .filenameExtension(ShortExtension(characters: word & ~Self.extensionBit))
    }
    if word < Self.mostConstants { return .constant(Int(truncatingIfNeeded: word)) }
    let address = UInt(truncatingIfNeeded: word)
    // A word that is neither of the others is made of a name alone.
    let name = unsafe UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
    return unsafe .name(Unmanaged.fromOpaque(name))
  }

  /// Whether it is the dynamic type of a short extension.
  @inline(__always)
  var isShortExtension: Bool { word & Self.extensionBit != 0 }

  /// The identity that has this name.
  init(_ name: Unmanaged<TypeName>) {
    word = UInt64(UInt(bitPattern: unsafe name.toOpaque()))
  }

  /// The dynamic type of an extension, conforming to `public.data`; `nil` if it is not a short one of
  /// ASCII.
  ///
  /// - Parameter filenameExtension: A usable extension, in any case.
  @inline(__always)
  init?(shortExtension filenameExtension: Span<UInt8>) {
    let count = filenameExtension.count
    guard count > 0, count <= Self.longestExtension else { return nil }
    let characters = filenameExtension.word(at: 0)
    guard characters & 0x8080_8080_8080_8080 == 0 else { return nil }
    word = characters.asciiLowercased | Self.extensionBit
  }

  /// The identity of an identifier of this process, which the process keeps: one of a declaration, or one
  /// that the program itself chose.
  package init(_ identifier: TypeIdentifier) {
    guard let found = TypeNames.identity(of: identifier, isLimited: false) else {
      preconditionFailure("a name is refused only by a limit")
    }
    self = found
  }

  /// The identity of an identifier that others may have made up; `nil` if it is new, and ``TypeNames/most``
  /// of them are kept.
  package init?(madeUp identifier: TypeIdentifier) {
    guard let found = TypeNames.identity(of: identifier, isLimited: true) else { return nil }
    self = found
  }

  /// The dynamic type of an extension, conforming to `public.data`; `nil` as of ``init(madeUp:)``.
  ///
  /// - Parameter filenameExtension: A usable extension that fits an identifier: UTF-8, in any case.
  @inline(__always)
  init?(filenameExtension: Span<UInt8>) {
    if let short = TypeIdentity(shortExtension: filenameExtension) {
      self = short
    } else {
      self.init(longExtension: filenameExtension)
    }
  }

  @inline(never)
  private init?(longExtension filenameExtension: Span<UInt8>) {
    var identifier: [UInt8] = []
    DynamicIdentifier.append(filenameExtension: filenameExtension, to: &identifier)
    self.init(
      madeUp: TypeIdentifier(trusted: String(decoding: identifier, as: UTF8.self)))
  }

  /// The dynamic type of `tag`, conforming to `supertype` if one is given; `nil` if its identifier would be
  /// longer than 255 bytes, and as of ``init(madeUp:)``.
  init?(_ tag: Tag, conformingTo supertype: TypeIdentifier?) {
    if tag.tagClass == .filenameExtension, supertype == FileKind.regular.typeIdentifier,
      let short = TypeIdentity(shortExtension: tag.value.utf8.span)
    {
      self = short
      return
    }
    guard let dynamic = DynamicIdentifier(tag, conformingTo: supertype) else { return nil }
    self.init(madeUp: dynamic.identifier)
  }

  /// The identity of a dynamic type that needs no name: of a short extension.
  init?(short dynamic: DynamicIdentifier) {
    guard dynamic.items.count == 2, let value = dynamic.items.last?.value,
      let short = TypeIdentity(shortExtension: value.utf8.span),
      case .filenameExtension(let characters) = short.form,
      // Another spelling of the same tag is another identifier.
      characters.identifier == dynamic.identifier
    else { return nil }
    self = short
  }

  /// The identifier.
  package var identifier: TypeIdentifier {
    switch form {
    case .constant(let number):
      TypeIdentifier(trusted: UniformType.constantIdentifiers[number - 1])
    case .filenameExtension(let characters): characters.identifier
    case .name(let name): unsafe name._withUnsafeGuaranteedRef { $0.identifier }
    }
  }
}

/// An extension of one to eight ASCII characters, without capital letters and NULs.
struct ShortExtension {
  /// The characters, the first in the lowest byte.
  let characters: UInt64

  /// The extension.
  var text: String {
    let count = 8 - characters.leadingZeroBitCount / 8
    return unsafe String(unsafeUninitializedCapacity: count) { buffer in
      for index in 0..<count {
        unsafe buffer[index] = UInt8(truncatingIfNeeded: characters >> UInt64(8 * index))
      }
      return count
    }
  }

  /// The identifier of the dynamic type, conforming to `public.data`.
  var identifier: TypeIdentifier {
    var text: [UInt8] = []
    text.reserveCapacity(40)
    DynamicIdentifier.append(filenameExtension: self.text.utf8.span, to: &text)
    return TypeIdentifier(trusted: String(decoding: text, as: UTF8.self))
  }
}

extension CompiledRegistry {
  /// The identity of a type, which is kept for the next time.
  @inline(__always)
  func identity(of type: TypeIndex) -> TypeIdentity {
    let known = identities.load(at: Int(type.value))
    return known != 0 ? TypeIdentity(word: known) : newIdentity(of: type)
  }

  @inline(never)
  private func newIdentity(of type: TypeIndex) -> TypeIdentity {
    _ = answeringNumber
    let identity = TypeIdentity(identifier(of: type))
    identities.store(identity.word, at: Int(type.value))
    return identity
  }
}
