import Foundation

/// Which values must not be written.
struct LogRedaction: Sendable {
  /// The text in place of a value.
  static let mark = "•••"

  private let keys: Set<String>

  /// Keeps the values of these keys out, in whichever case a key is written.
  init(keys: Set<String>) {
    self.keys = Set(keys.map { $0.lowercased() })
  }

  /// Returns whether the value of this key must not be written.
  func hides(_ key: some StringProtocol) -> Bool {
    !keys.isEmpty && keys.contains(key.lowercased())
  }

  /// A Boolean value that indicates whether there is anything to hide at all.
  var isEmpty: Bool { keys.isEmpty }

  /// The pairs of a query or fragment, without what must not be written.
  ///
  /// Keys are compared as they read without percent encoding.
  func redacting(pairs: Substring) -> String {
    let written = pairs.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
      let key = String(pair[..<equals]).replacing("+", with: " ")
      guard hides(key.removingPercentEncoding ?? key) else { return String(pair) }
      return String(pair[...equals]) + Self.mark
    }
    return written.joined(separator: "&")
  }
}
