/// What people call the kinds of records.
package enum KindName {
  private static let words = [
    "rhea": "callback", "khla": "class", "khct": "contract", "phob": "observer", "phky": "key",
    "task": "task",
    "tnot": "task", "tsch": "task", "tmod": "task mode", "wire": "wire", "life": "listener",
  ]

  /// The word for the kind with this code; a kind that users have defined stands for itself.
  static func word(for code: String) -> String { words[code] ?? code }
}
