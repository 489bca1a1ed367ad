import Spelling

// Separate from the target Spelling, because only exports and reports write these formats.
extension EscapedText {
  /// Returns JSON with hidden characters escaped, except its line breaks.
  ///
  /// - Parameters:
  ///   - json: The JSON, which contains such characters only in its strings.
  ///   - isInHTML: Whether it is placed in a `<script>` element, whose end tag it must not contain.
  /// - Returns: JSON of the same value.
  package static func json(_ json: String, isInHTML: Bool = false) -> String {
    func isEscaped(_ byte: UInt8, after last: UInt8?) -> Bool {
      switch byte {
      case UInt8(ascii: "\n"): false
      case UInt8(ascii: "<"), UInt8(ascii: "&"): isInHTML
      case UInt8(ascii: "#"): last == byte
      default: byte < 0x20 || byte == 0x7F
      }
    }
    // Most JSON needs no escaping, and some has megabytes.
    let isPlain = unsafe json.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.indices.allSatisfy { index in
        let byte = unsafe bytes[index]
        let last = index > 0 ? unsafe bytes[index - 1] : nil
        return byte < 0x80 && !isEscaped(byte, after: last)
      }
    }
    if isPlain == true { return json }
    var last: UInt8?
    var escaped: [UInt8] = []
    escaped.reserveCapacity(json.utf8.count)
    for scalar in json.unicodeScalars {
      if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
        if isEscaped(byte, after: last) {
          escaped += unit(UInt16(byte))
        } else {
          escaped.append(byte)
        }
        last = byte
      } else {
        last = nil
        if isHidden(scalar) {
          for part in String(scalar).utf16 { escaped += unit(part) }
        } else {
          escaped += UTF8.encode(scalar).map { Array($0) } ?? []
        }
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Returns the escape of a code unit in JSON: `\u003c`.
  private static func unit(_ unit: UInt16) -> [UInt8] {
    let digits = String(unit, radix: 16)
    return Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
  }

  /// Returns a string with HTML markup escaped, for elements and attributes.
  package static func html(_ text: String) -> String {
    replaced(text) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }

  /// Returns a string with Markdown markup escaped, for a table cell.
  package static func markdown(_ text: String) -> String {
    replaced(line(text)) { scalar in
      switch scalar {
      case "\\", "`", "*", "_", "~", "|", "<", ">", "&", "[", "]", "#", "@", "!", "$":
        "&#\(scalar.value);"
      default: nil
      }
    }
  }

  /// Returns a string as Markdown code, for a table cell, which an unescaped bar would end.
  package static func markdownCode(_ text: String) -> String {
    // Two quotes with nothing between them are not code.
    let text = text.isEmpty ? " " : line(text)
    var run = 0
    var longest = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let quotes = String(repeating: "`", count: longest + 1)
    let space = longest > 0 ? " " : ""
    var last: Unicode.Scalar?
    let code = replaced(text) { scalar in
      defer { last = scalar }
      guard scalar == "|" else { return nil }
      // After a backslash, a second one would only escape the first.
      return last == "\\" ? "\\u{7C}" : "\\|"
    }
    return quotes + space + code + space + quotes
  }

  /// Returns a string for a command of GitHub Actions.
  ///
  /// - Parameters:
  ///   - text: The string. A message keeps its line breaks.
  ///   - isProperty: Whether it is the value of a property, not the message.
  /// - Returns: The escaped string.
  package static func workflowCommand(_ text: String, isProperty: Bool) -> String {
    replaced(text) { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      case _ where isHidden(scalar): spelledOut(scalar)
      default: nil
      }
    }
  }
}
