import Foundation

/// A listening socket in the file system, to which only the user of the process can connect.
package struct ConsoleListener: Sendable {
  let path: String
  package let descriptor: Int32
  /// The identity of the socket's file, so that no other file is removed.
  ///
  /// It is `nil` if the socket belongs to a supervisor.
  private let file: FileIdentity?

  private struct FileIdentity: Sendable, Hashable {
    var device: UInt64
    var number: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
    }
  }

  /// Starts to listen.
  ///
  /// A stale socket of a process that has ended is removed.
  ///
  /// - Throws: A ``BridgeConsoleError`` if another process listens at the path, or if the file is
  ///   not a socket.
  package init(path: String) throws(BridgeConsoleError) {
    let address = try Self.address(path)
    // Without the lock, two processes that start at once would each remove the other's socket.
    let lock = try ConsoleLock(for: path)
    defer { lock.release() }
    try Self.removeStaleSocket(at: address)
    let descriptor = try Self.socket(for: path)
    do throws(BridgeConsoleError) {
      // Other users can never connect: no client can connect before `listen`, and at that time the
      // file belongs to its user only. Linux creates the file with the mode of the socket. On other
      // platforms, the call of `chmod` is the effective one.
      _ = fchmod(descriptor, 0o600)
      let bound = unsafe address.withAddress { unsafe bind(descriptor, $0, $1) == 0 ? 0 : errno }
      guard bound == 0 else {
        throw BridgeConsoleError(.call("bind", at: path, number: bound))
      }
      var status = stat()
      guard unsafe chmod(path, 0o600) == 0, unsafe lstat(path, &status) == 0 else {
        throw BridgeConsoleError(.call("chmod", at: path))
      }
      guard listen(descriptor, SOMAXCONN) == 0 else {
        throw BridgeConsoleError(.call("listen", at: path))
      }
      file = FileIdentity(status)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  /// Takes ownership of a supervisor's listening socket.
  ///
  /// - Throws: A ``BridgeConsoleError`` if it is not a stream socket that listens at a path.
  init(_ socket: ActivatedSocket) throws(BridgeConsoleError) {
    do { path = try UnixSocket.listeningPath(of: socket.descriptor) } catch {
      throw BridgeConsoleError(.badPath, error.description)
    }
    UnixSocket.neverWait(socket.descriptor)
    descriptor = socket.descriptor
    file = nil
  }

  /// Removes the file of the socket, unless it was replaced by another file or belongs to a
  /// supervisor.
  package func removeFile() {
    var status = stat()
    guard let file, unsafe lstat(path, &status) == 0, FileIdentity(status) == file else { return }
    unsafe unlink(path)
  }

  // MARK: - Steps

  private static func address(_ path: String) throws(BridgeConsoleError) -> UnixSocketAddress {
    // Abstract names have no permissions.
    guard path.hasPrefix("/") else {
      throw BridgeConsoleError(
        .badPath, "'\(path)' cannot be the path of a console: it must start with '/'.")
    }
    do { return try UnixSocketAddress(path: path) } catch {
      throw BridgeConsoleError(.badPath, error.description)
    }
  }

  private static func socket(for path: String) throws(BridgeConsoleError) -> Int32 {
    do {
      let descriptor = try UnixSocket.make(.stream, for: path)
      UnixSocket.neverWait(descriptor)
      return descriptor
    } catch {
      throw BridgeConsoleError(error)
    }
  }

  private static func removeStaleSocket(
    at address: UnixSocketAddress
  ) throws(BridgeConsoleError) {
    let path = address.path
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw BridgeConsoleError(.call("lstat", at: path))
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw BridgeConsoleError(
        .badPath, "the file at '\(path)' is not a socket. Choose another path.")
    }
    let probe = try socket(for: path)
    defer { close(probe) }
    let result = unsafe address.withAddress { unsafe connect(probe, $0, $1) == 0 ? 0 : errno }
    guard result == ECONNREFUSED else {
      throw BridgeConsoleError(
        .pathInUse,
        """
        another process already listens at '\(path)': stop it, or choose another path.
        """)
    }
    guard unsafe unlink(path) == 0 else { throw BridgeConsoleError(.call("unlink", at: path)) }
  }
}

/// The address of a local socket: a path, or an abstract name that starts with `@`.
struct UnixSocketAddress: Sendable, Hashable, CustomStringConvertible {
  /// The maximum size of a path in bytes.
  static let capacity = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  let path: String

  /// Creates the address of a path.
  ///
  /// - Throws: A ``UnixSocketError`` if the system does not support its length or content.
  init(path: String) throws(UnixSocketError) {
    guard !path.isEmpty, path.utf8.count <= Self.capacity, !path.utf8.contains(0) else {
      throw UnixSocketError(
        """
        '\(path)' cannot be the path of a socket: it has \(path.utf8.count) bytes, but must have \
        from 1 to \(Self.capacity), none of them zero. Choose a shorter path, such as one in \
        the temporary folder.
        """)
    }
    self.path = path
  }

  var description: String { path }

  /// Calls a closure with the address in the form of system calls.
  func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    // The length of an abstract name is explicit. A path ends with a zero byte.
    let length =
      MemoryLayout.offset(of: \sockaddr_un.sun_path)! + bytes.count + (isAbstract ? 0 : 1)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(length))
      }
    }
  }
}
