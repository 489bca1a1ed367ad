/// Why a text is no address, or why parts cannot be put together to one.
package struct RouteAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason of an error.
  package enum Reason: Hashable, Sendable {
    /// There is nothing.
    case empty
    /// The text has more bytes than an address may have.
    case tooLong
    /// Something stands before a colon that is no scheme.
    case invalidScheme
    /// A space, a control character, or a second `@`.
    case invalidCharacter(UInt8)
    /// A percent sign without two hexadecimal digits.
    case brokenEscape
    /// Escapes whose bytes are no UTF-8.
    case notUTF8
    /// User info or a port with no host between them.
    case missingHost
    /// Brackets that do not hold an IPv6 address.
    case invalidHost
    /// A port that is no number from 0 to 65535.
    case invalidPort
    /// A part that cannot be written: an empty component, or a query item that
    /// has neither name nor value.
    case emptyPart
  }

  /// The reason of the error.
  package let reason: Reason

  /// The offset in the UTF-8 of the text, or the number of the part.
  package let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  package var description: String {
    switch reason {
    case .empty:
      "the URL is empty: give it at least a path, such as '/home'."
    case .tooLong:
      "the URL has more than \(RouteAddress.maximumSize) bytes: send what is that large beside it."
    case .invalidScheme:
      """
      what stands before the colon at offset \(offset) is no scheme: begin it with a letter, and \
      go on with letters, digits, '+', '-' and '.'; or escape the colon as '%3A'.
      """
    case .invalidCharacter(let byte):
      """
      \(Self.name(of: byte)) at offset \(offset) cannot stand in a URL: \
      escape it as '\(PercentEncoding.escape(byte))'.
      """
    case .brokenEscape:
      """
      the percent sign at offset \(offset) is not followed by two hexadecimal digits: for the \
      sign itself write '%25'.
      """
    case .notUTF8:
      "the escapes at offset \(offset) are no UTF-8: escape the bytes of UTF-8 text."
    case .missingHost:
      "a host is missing at offset \(offset), where user info or a port is given: name it."
    case .invalidHost:
      "the brackets at offset \(offset) do not enclose an IPv6 address: write '[::1]' or no bracket."
    case .invalidPort:
      "the port at offset \(offset) is no number from 0 to 65535: correct it or leave it out."
    case .emptyPart:
      """
      part \(offset) is empty and cannot be written: leave out empty path components and query \
      items without name and value.
      """
    }
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case ASCII.space: "the space"
    case 0x21..<0x7F: "the character '\(Character(Unicode.Scalar(byte)))'"
    default: "the control character \(byte)"
    }
  }
}
