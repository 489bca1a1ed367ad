/// The text of a message, in which every value that is interpolated is made
/// harmless.
///
/// What a message says is written in the source; what it says it of may come from
/// outside. The literals are kept as they are, and so is a message within another.
struct MessageText: ExpressibleByStringInterpolation, Sendable {
  /// The text.
  let text: String

  init(stringLiteral text: String) {
    self.text = text
  }

  init(stringInterpolation interpolation: Interpolation) {
    text = interpolation.text
  }

  /// Puts the pieces of a message together.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Appends a message, which is harmless already.
    mutating func appendInterpolation(_ message: MessageText) {
      text += message.text
    }

    /// Appends the description of a value.
    mutating func appendInterpolation(_ value: some Any) {
      let description = "\(value)"
      // The descriptions of these two are messages.
      let isMessage = value is KhalaError || value is KhalaArgumentError
      text += isMessage ? description : HarmlessText.of(description)
    }
  }

  /// Joins two messages.
  static func + (left: MessageText, right: MessageText) -> MessageText {
    "\(left)\(right)"
  }

  /// Lists names below each other, with their numbers.
  static func list(_ names: [String]) -> MessageText {
    MessageText(
      stringLiteral: names.enumerated().map { "\n\($0): \(HarmlessText.of($1))" }.joined())
  }
}

extension [MessageText] {
  /// The messages as one text, with something between them.
  func joined(by separator: String) -> String {
    map(\.text).joined(separator: separator)
  }
}
