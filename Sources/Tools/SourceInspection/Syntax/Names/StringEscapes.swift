/// The escapes in string literals.
enum StringEscapes {
  /// Returns a text with its escapes replaced.
  ///
  /// - Parameters:
  ///   - source: The text as it is between the quotes.
  ///   - pounds: The number of `#` around the literal, which an escape needs as well.
  /// - Returns: The value of the text.
  static func replaced(in source: Substring, pounds: Int) -> String {
    guard source.utf8.contains(UInt8(ascii: "\\")) else { return String(source) }
    let prefix = "\\" + String(repeating: "#", count: pounds)
    var text = ""
    var rest = source
    while !rest.isEmpty {
      if rest.hasPrefix(prefix), let (scalar, length) = escape(rest.dropFirst(prefix.count)) {
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(prefix.count + length)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }

  /// Returns the scalar of an escape, and the number of characters in the source.
  private static func escape(_ source: Substring) -> (Unicode.Scalar, Int)? {
    switch source.first {
    case "n": ("\n", 1)
    case "t": ("\t", 1)
    case "r": ("\r", 1)
    case "0": ("\0", 1)
    case "\\": ("\\", 1)
    case "\"": ("\"", 1)
    case "'": ("'", 1)
    case "u": numbered(source.dropFirst())
    default: nil
    }
  }

  /// Reads `{1F6A2}`.
  private static func numbered(_ source: Substring) -> (Unicode.Scalar, Int)? {
    guard source.first == "{" else { return nil }
    let digits = source.dropFirst().prefix { $0 != "}" }
    guard digits.endIndex != source.endIndex, digits.count <= 8,
      let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number)
    else { return nil }
    return (scalar, digits.count + 3)
  }
}
