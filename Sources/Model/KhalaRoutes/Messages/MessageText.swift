import Spelling

/// The text of a message, in which every value that is interpolated is made
/// harmless.
///
/// What a message says is written in the source; what it says it of may come from
/// outside. The literals are kept as they are, and so is a message within another.
package struct MessageText: ExpressibleByStringInterpolation, Sendable {
  /// The text.
  package let text: String

  package init(stringLiteral text: String) {
    self.text = text
  }

  package init(stringInterpolation interpolation: Interpolation) {
    text = interpolation.text
  }

  /// Puts the pieces of a message together.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    package mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Appends a message, which is harmless already.
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

  /// Lists names below each other, with their numbers.
  package static func list(_ names: [String]) -> MessageText {
    MessageText(
      stringLiteral: names.enumerated().map { "\n\($0): \(HarmlessText.of($1))" }.joined())
  }
}

/// A value whose description is a message, and so is harmless already.
package protocol MessageDescribed {}

extension [MessageText] {
  /// The messages as one text, with something between them.
  package func joined(by separator: String) -> String {
    map(\.text).joined(separator: separator)
  }
}

/// Makes text from outside fit for a message: on one line, without effect on a
/// terminal, and not longer than a message should be.
package enum HarmlessText {
  /// The number of bytes of UTF-8 that one piece of a message may have.
  static let limit = 1000

  /// Returns a text with its control characters escaped, as in `\n` and `\u{9B}`,
  /// and with its length instead of what is beyond the limit.
  ///
  /// - Complexity: O(1) in the part of the text that is beyond the limit.
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

  /// Returns whether a character ends a line, moves or colors what a terminal
  /// shows, or changes the direction in which it is read.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    // What sets the direction of text.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // The separators of lines and paragraphs.
    case 0x2028, 0x2029: true
    default: false
    }
  }

  /// Returns a URL with the bytes of such characters percent-encoded.
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

  /// Returns such a character whose first byte is at an offset, if it has several.
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
