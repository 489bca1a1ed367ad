/// The kind of a record's declaration, as a code of four printable ASCII characters.
///
/// The vocabulary is open: a module that wants records of its own picks a code
/// that no other module uses and extends this type with a name for it.
///
/// ```swift
/// extension RecordKind {
///   static let shopPage: RecordKind = "shop"
/// }
/// ```
public struct RecordKind: RawRepresentable, Hashable, Sendable {
  /// The four characters packed into one word, the first in the highest byte.
  public let rawValue: UInt32

  /// Creates a kind from its packed word, however unusual its bytes: a record
  /// found in a binary may say anything.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates a kind from its code, or nothing when the code is not four
  /// printable ASCII characters.
  public init?(_ code: String) {
    let bytes = Array(code.utf8)
    guard bytes.count == 4, bytes.allSatisfy(Self.isPrintable) else { return nil }
    rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte)
  }
}

extension RecordKind: ExpressibleByStringLiteral {
  /// Creates a kind from a literal code such as `"evnt"`.
  ///
  /// - Precondition: The code is four printable ASCII characters.
  public init(stringLiteral code: String) {
    guard let kind = RecordKind(code) else {
      preconditionFailure(
        "'\(code)' is no record kind: write exactly four printable ASCII characters, as in \"evnt\"."
      )
    }
    self = kind
  }
}

extension RecordKind: CustomStringConvertible {
  /// The four characters of the code; a byte that cannot be printed is shown in
  /// hexadecimal.
  public var description: String {
    let bytes = stride(from: 24, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: rawValue >> $0)
    }
    // As nearly all are, in lists of thousands.
    if bytes.allSatisfy(Self.isPrintable) { return String(decoding: bytes, as: UTF8.self) }
    return bytes.map { byte in
      Self.isPrintable(byte)
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }
    .joined()
  }
}
