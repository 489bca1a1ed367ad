/// An error of a string that is not an address, or of parts that cannot form one.
package struct RouteAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason of an error.
  package enum Reason: Hashable, Sendable {
    /// The string is empty.
    case empty
    /// The string exceeds the maximum size.
    case tooLong
    /// The string before a colon is not a scheme.
    case invalidScheme
    /// The string contains a space, a control character, or a second `@`.
    case invalidCharacter(UInt8)
    /// A percent sign is not followed by two hexadecimal digits.
    case brokenEscape
    /// The escaped bytes are not UTF-8.
    case notUTF8
    /// User info or a port is given without a host.
    case missingHost
    /// The brackets do not contain an IPv6 address.
    case invalidHost
    /// The port is not a number from 0 to 65535.
    case invalidPort
    /// A part cannot be written: an empty component, or a query item without name and value.
    case emptyPart
  }

  /// The reason of the error.
  package let reason: Reason

  /// The UTF-8 offset in the string, or the index of the part.
  package let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  package var description: String {
    switch reason {
    case .empty:
      "the URL is empty: write at least a path, such as '/home'."
    case .tooLong:
      "the URL has more than \(RouteAddress.maximumSize) bytes: pass large values beside it."
    case .invalidScheme:
      """
      the part before the colon at offset \(offset) is not a scheme: start it with a letter, and \
      continue with letters, digits, '+', '-' and '.', or escape the colon as '%3A'.
      """
    case .invalidCharacter(let byte):
      """
      \(Self.name(of: byte)) at offset \(offset) is not allowed in a URL: \
      escape it as '\(PercentEncoding.escape(byte))'.
      """
    case .brokenEscape:
      """
      two hexadecimal digits must follow the percent sign at offset \(offset): for the sign \
      itself write '%25'.
      """
    case .notUTF8:
      "the escapes at offset \(offset) are not UTF-8: escape the bytes of UTF-8 text."
    case .missingHost:
      "the host is missing at offset \(offset) beside user info or a port: add it."
    case .invalidHost:
      "the brackets at offset \(offset) do not enclose an IPv6 address: write '[::1]' or no bracket."
    case .invalidPort:
      "the port at offset \(offset) is not a number from 0 to 65535: correct or remove it."
    case .emptyPart:
      """
      part \(offset) is empty and cannot be written: remove empty path components, and query \
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
