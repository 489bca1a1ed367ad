import Foundation

/// The address of a socket of this machine: a path, or an abstract name that begins with `@`.
struct UnixSocketAddress: Sendable, Hashable, CustomStringConvertible {
  /// The size in bytes that a path may have.
  static let capacity = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  let path: String

  /// Takes a path.
  ///
  /// - Throws: ``UnixSocketError`` if the system has no room for it.
  init(path: String) throws(UnixSocketError) {
    guard !path.isEmpty, path.utf8.count <= Self.capacity, !path.utf8.contains(0) else {
      throw UnixSocketError(
        """
        '\(path)' cannot be the path of a socket: it has \(path.utf8.count) bytes and may have \
        from 1 to \(Self.capacity), none of them zero. Choose a shorter path, such as one in \
        the temporary folder.
        """)
    }
    self.path = path
  }

  var description: String { path }

  /// Gives the address to a call of the system.
  func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    // The name of an abstract one is as long as it is; a path ends with a zero.
    let length =
      MemoryLayout.offset(of: \sockaddr_un.sun_path)! + bytes.count + (isAbstract ? 0 : 1)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(length))
      }
    }
  }
}
