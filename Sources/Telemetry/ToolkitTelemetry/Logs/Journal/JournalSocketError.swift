internal import Foundation

/// A reason for which the journal's socket does not take an entry.
struct JournalSocketError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// A call of the system has failed, with this number in `errno`.
  static func call(_ name: String, number: Int32) -> JournalSocketError {
    JournalSocketError("\(name) failed: \(unsafe String(cString: strerror(number)))")
  }
}
