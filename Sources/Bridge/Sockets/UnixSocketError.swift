import Foundation

/// A socket in the file system cannot be used, and why.
struct UnixSocketError: Error, Sendable, Hashable, CustomStringConvertible {
  let description: String
  /// The number of the system's error, if it was one.
  let number: Int32?

  init(_ description: String, number: Int32? = nil) {
    self.description = description
    self.number = number
  }

  /// The system rejected a call; its reason is read from `errno`, or given.
  static func call(_ call: String, at path: String, number: Int32 = errno) -> UnixSocketError {
    let reason = unsafe String(cString: strerror(number))
    return UnixSocketError("\(call) of '\(path)' failed: \(reason)", number: number)
  }
}
