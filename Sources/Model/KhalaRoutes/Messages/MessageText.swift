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
