import Spelling

/// The text of a message, in which every interpolated value is escaped.
///
/// The source code contains the fixed part of a message, but interpolated values may come from
/// outside. Literals and nested messages are not changed.
package struct MessageText: ExpressibleByStringInterpolation, Sendable {
  /// The text.
  package let text: String

  package init(stringLiteral text: String) {
    self.text = text
  }

  package init(stringInterpolation interpolation: Interpolation) {
    text = interpolation.text
  }

  /// Joins the parts of a message.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    package mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Appends a message, which is already escaped.
    package mutating func appendInterpolation(_ message: MessageText) {
      text += message.text
    }

    /// Appends the description of a value.
    package mutating func appendInterpolation(_ value: some Any) {
      let description = "\(value)"
      text += value is any MessageDescribed ? description : HarmlessText.of(description)
    }
  }

  /// Joins two messages.
  package static func + (left: MessageText, right: MessageText) -> MessageText {
    "\(left)\(right)"
  }

  /// Returns a list with a line and a number for each name.
  package static func list(_ names: [String]) -> MessageText {
    MessageText(
      stringLiteral: names.enumerated().map { "\n\($0): \(HarmlessText.of($1))" }.joined())
  }
}

/// A value whose description is a message, and therefore is already escaped.
package protocol MessageDescribed {}

extension [MessageText] {
  /// Returns the messages as one text, with a separator between them.
  package func joined(by separator: String) -> String {
    map(\.text).joined(separator: separator)
  }
}

/// Makes text from outside safe to use in a message: on one line, without effect on a terminal, and
/// with a limited length.
package enum HarmlessText {
  /// The maximum number of UTF-8 bytes of one part of a message.
  static let limit = 1000

  /// Returns a text with escaped control characters, such as `\n` and `\u{9B}`.
  ///
  /// If it is too long, the rest is replaced by its length.
  ///
  /// - Complexity: O(1) in the part of the text that exceeds the limit.
  package static func of(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.count > limit || !bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return text }
    var output = ""
    var size = 0
    for scalar in text.unicodeScalars {
      size += UTF8.width(scalar)
      guard size <= limit else { return output + "… (\(bytes.count) bytes)" }
      if isHarmful(scalar) {
        output += EscapedText.spelledOut(scalar)
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// Returns whether a character ends a line, controls a terminal, or changes the direction of
  /// text.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    // These characters control the direction of text.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // These characters separate lines and paragraphs.
    case 0x2028, 0x2029: true
    default: false
    }
  }

  /// Returns a URL in which the bytes of harmful characters are percent-encoded.
  package static func percentEncoding(_ url: String) -> String {
    url.unicodeScalars.reduce(into: "") { output, scalar in
      if isHarmful(scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.EncodedScalar() {
          output += PercentEncoding.escape(byte)
        }
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns the harmful character of several bytes that starts at an offset, or `nil` if none does.
  package static func harmfulCharacter(_ bytes: ByteView, at offset: Int) -> Unicode.Scalar? {
    let size: Int
    switch bytes[offset] {
    case 0xC2, 0xD8: size = 2
    case 0xE2: size = 3
    default: return nil
    }
    guard offset + size <= bytes.count else { return nil }
    let scalar = bytes.text(in: offset..<offset + size).unicodeScalars.first
    return scalar.flatMap { isHarmful($0) ? $0 : nil }
  }
}
