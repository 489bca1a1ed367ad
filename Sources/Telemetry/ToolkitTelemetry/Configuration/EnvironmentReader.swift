internal import Foundation

/// Reads environment variables according to the rules of OpenTelemetry.
///
/// Empty variables count as not set. Invalid variables are ignored and reported.
struct EnvironmentReader {
  private let variables: [String: String]

  /// The errors of the ignored variables.
  private(set) var ignored: [TelemetryError] = []

  /// Creates a reader.
  init(_ variables: [String: String]) {
    self.variables = variables
  }

  /// Returns the value of a variable without surrounding spaces, or `nil` if it is not set.
  func text(_ name: String) -> String? {
    guard let value = variables[name] else { return nil }
    let trimmed = value.trimmingCharacters(in: .whitespaces)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// Reads `true` or `false`, in upper or lower case.
  ///
  /// By default, returns `false`.
  mutating func flag(_ name: String) -> Bool {
    switch text(name)?.lowercased() {
    case "true": return true
    case nil, "false": return false
    default:
      ignore(name, "it must be 'true' or 'false'")
      return false
    }
  }

  /// Reads a number that is at least 1.
  mutating func count(_ name: String) -> Int? {
    guard let text = text(name) else { return nil }
    guard let number = Int(text), number > 0 else {
      ignore(name, "it must be a whole number of at least 1")
      return nil
    }
    return number
  }

  /// Reads a number of milliseconds.
  mutating func milliseconds(_ name: String) -> Duration? {
    guard let text = text(name) else { return nil }
    guard let number = Int(text), number >= 0 else {
      ignore(name, "it must be a whole number of milliseconds")
      return nil
    }
    return .milliseconds(number)
  }

  /// Reads one of several words.
  ///
  /// By default, returns the first.
  mutating func choice(_ name: String, among words: [String]) -> String {
    guard let word = text(name) else { return words[0] }
    guard words.contains(word) else {
      let list = words.map { "'\($0)'" }.joined(separator: " or ")
      ignore(name, "ToolkitTelemetry supports \(list), and uses '\(words[0])'")
      return words[0]
    }
    return word
  }

  /// Reads a list such as `key=value,other=a%2Cb`.
  ///
  /// If any part of it is invalid, returns an empty dictionary.
  mutating func pairs(_ name: String) -> [String: String] {
    guard let text = text(name) else { return [:] }
    var pairs: [String: String] = [:]
    for entry in text.split(separator: ",") {
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces).removingPercentEncoding }
      guard parts.count == 2, let key = parts[0], !key.isEmpty, let value = parts[1] else {
        ignore(name, "it must be a list such as 'key=value,other=a%2Cb'")
        return [:]
      }
      pairs[key] = value
    }
    return pairs
  }

  /// Reports a variable once, without its value, which may be a secret.
  private mutating func ignore(_ name: String, _ remark: String) {
    let report = TelemetryError(
      .unknownSetting, "\(name) is ignored because its value is invalid: \(remark)")
    // Several signals read the common variables.
    if !ignored.contains(report) { ignored.append(report) }
  }
}
