import Foundation

extension UnixSocket {
  /// Returns whether a descriptor is that of a socket.
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

  /// The absolute path of a socket; `nil` if it has none.
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
