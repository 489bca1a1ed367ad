import Foundation

/// A URL with names in braces, which are replaced by values when it is called.
struct URLTemplate: Sendable {
  private enum Part: Sendable {
    case text(String)
    case value(String)
  }

  private let parts: [Part]
  private let text: String

  /// Parses a template.
  ///
  /// - Throws: A ``WireMisfit`` if the template is invalid.
  init(_ text: String) throws(WireMisfit) {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let behind = rest[rest.index(after: open)...]
      guard let close = behind.firstIndex(of: "}"), close > behind.startIndex else {
        throw WireMisfit("'\(text)' has an unclosed brace, or empty braces")
      }
      parts.append(.value(String(behind[..<close])))
      rest = behind[behind.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
    self.text = text
  }

  /// Returns the URL with the names replaced by values.
  ///
  /// - Throws: A ``WireMisfit`` if a value is missing.
  func filled(with values: [String: any Sendable]) throws(WireMisfit) -> String {
    if case .text(let only)? = parts.first, parts.count == 1 { return only }
    var url = ""
    for part in parts {
      switch part {
      case .text(let text): url += text
      case .value(let name):
        guard let value = values[name] else {
          let known = values.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
          throw WireMisfit(
            """
            '\(text)' needs a value '\(name)', but the delivered value has \
            \(known.isEmpty ? "none" : "only \(known)")
            """)
        }
        // Escaped, so that no part of a value looks like a part of the URL.
        url += "\(value)".addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
      }
    }
    return url
  }

  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}
