import Foundation

/// System calls for local sockets.
///
/// Platform differences are in separate files.
enum UnixSocket {
  /// The kind of data that a socket carries.
  enum Kind: Sendable {
    case datagrams
    case stream
  }

  /// Makes calls on a descriptor fail instead of blocking.
  static func neverWait(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Prevents child processes from inheriting a descriptor.
  static func neverInherit(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}

/// Handling of a process without free descriptors for waiting connections.
package enum DescriptorShortage {
  /// Pauses the calling thread if its `accept` has just failed because no descriptor is free.
  ///
  /// In that case the client still waits. The listener's source would call its handler again
  /// immediately, and use a whole processor until a descriptor is free. No event reports a free
  /// descriptor, because another part of the process or another process closes it. Call this method
  /// on a queue that only the listener uses, right after `accept`.
  package static func pauseIfAny() {
    guard errno == EMFILE || errno == ENFILE else { return }
    // 20 attempts per second use almost no processor time, and clients hardly notice the delay.
    usleep(50_000)
  }
}

extension UnixSocket {
  /// Returns whether a descriptor belongs to a socket.
  static func isSocket(_ descriptor: Int32) -> Bool { option(SO_TYPE, of: descriptor) != nil }

  /// Returns the path at which a socket listens that another process has made.
  ///
  /// - Throws: ``UnixSocketError`` if the descriptor is not a stream socket that listens at a
  ///   path.
  static func listeningPath(of descriptor: Int32) throws(UnixSocketError) -> String {
    guard let type = option(SO_TYPE, of: descriptor) else {
      let reason = unsafe String(cString: strerror(errno))
      throw UnixSocketError("descriptor \(descriptor) is not a socket (\(reason))", number: errno)
    }
    guard let path = path(of: descriptor) else {
      throw UnixSocketError(
        "descriptor \(descriptor) is not a socket with an absolute path in the file system")
    }
    guard type == streamType, option(SO_ACCEPTCONN, of: descriptor) == 1 else {
      throw UnixSocketError("the socket '\(path)' does not listen for streams")
    }
    return path
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout.size(ofValue: value))
    let result = unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &length)
    return result == 0 ? value : nil
  }

  /// Returns the absolute path of a socket, or `nil` if the socket has none.
  private static func path(of descriptor: Int32) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout.size(ofValue: address))
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &length)
      }
    }
    guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    let begin = MemoryLayout.offset(of: \sockaddr_un.sun_path)!
    // Without a path the address ends before it.
    let room = unsafe withUnsafeBytes(of: &address) { unsafe Array($0).prefix(Int(length)) }
    let path = String(decoding: room.dropFirst(begin).prefix { $0 != 0 }, as: UTF8.self)
    return path.hasPrefix("/") ? path : nil
  }
}

/// An error with the reason why a socket in the file system cannot be used.
struct UnixSocketError: Error, Sendable, Hashable, CustomStringConvertible {
  let description: String
  /// The number of the system's error, if it was one.
  let number: Int32?

  init(_ description: String, number: Int32? = nil) {
    self.description = description
    self.number = number
  }

  /// Returns the error for a rejected system call, whose reason is `errno` by default.
  static func call(_ call: String, at path: String, number: Int32 = errno) -> UnixSocketError {
    let reason = unsafe String(cString: strerror(number))
    return UnixSocketError("\(call) of '\(path)' failed: \(reason)", number: number)
  }
}
