import Foundation

/// A file beside a socket, which a process has locked while it makes the socket.
///
/// Only its user can open it. Whoever may read a folder could lock the folder itself, and
/// keep consoles from being opened.
struct ConsoleLock {
  private let path: String
  private let descriptor: Int32

  /// Locks the file of a socket, and makes it if there is none.
  ///
  /// - Parameter socket: The path of the socket.
  /// - Throws: ``BridgeConsoleError`` if the file cannot be made, belongs to another user, or
  ///   is locked by another process for a second.
  init(for socket: String) throws(BridgeConsoleError) {
    path = socket + ".lock"
    // Others hold it for moments, while they make a socket. The system has no lock that is
    // waited for with a deadline.
    for _ in 0..<100 {
      let descriptor = try Self.open(path, for: socket)
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.file(at: path, is: descriptor) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
      usleep(10_000)
    }
    throw BridgeConsoleError(
      .pathInUse,
      "the file '\(path)' has been locked by another process for a second: end it, or choose "
        + "another path.")
  }

  /// Removes the file, and lets others lock one.
  func release() {
    unsafe unlink(path)
    close(descriptor)
  }

  private static func open(
    _ path: String, for socket: String
  ) throws(BridgeConsoleError) -> Int32 {
    let descriptor = unsafe Foundation.open(
      path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(of: path, for: socket, number: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      status.st_mode & S_IFMT == S_IFREG
    else {
      close(descriptor)
      throw BridgeConsoleError(
        .badPath,
        "'\(socket)' cannot be the path of a console: '\(path)', which is locked while it is "
          + "made, is no file of this user. Remove it, or choose another path.")
    }
    return descriptor
  }

  private static func failure(
    of path: String, for socket: String, number: Int32
  ) -> BridgeConsoleError {
    let reason = unsafe String(cString: strerror(number))
    let folder = URL(filePath: socket).deletingLastPathComponent().path
    guard number == ENOENT || number == ENOTDIR else {
      return BridgeConsoleError(
        .badPath,
        "'\(socket)' cannot be the path of a console: the file '\(path)', which is locked while "
          + "it is made, cannot be opened (\(reason)). Choose a path in a folder of this user.")
    }
    return BridgeConsoleError(
      .badPath,
      """
      '\(socket)' cannot be the path of a console: the folder '\(folder)' cannot be opened \
      (\(reason)). Make it first, with 'mkdir -m 700'.
      """)
  }

  /// Returns whether a path leads to an open file: the process that held the file before
  /// has removed it.
  private static func file(at path: String, is descriptor: Int32) -> Bool {
    var (found, held) = (stat(), stat())
    return unsafe lstat(path, &found) == 0 && fstat(descriptor, &held) == 0
      && found.st_dev == held.st_dev && found.st_ino == held.st_ino
  }
}
