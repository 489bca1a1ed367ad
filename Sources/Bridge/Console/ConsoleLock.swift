import Foundation

/// A lock file next to a socket, which is held while the socket is created.
///
/// Without it, two processes that start at once might each remove the other's socket as stale. Only
/// its owner can open the file. The folder cannot serve as the lock: any user who may read a folder
/// can lock it, and so prevent consoles from being opened.
struct ConsoleLock {
  private let path: String
  private let descriptor: Int32

  /// Creates and locks the file for a socket.
  ///
  /// - Parameter socket: The path of the socket.
  /// - Throws: ``BridgeConsoleError`` if the file cannot be created, belongs to another user, or
  ///   is locked by another process.
  init(for socket: String) throws(BridgeConsoleError) {
    path = socket + ".lock"
    while true {
      let descriptor = try Self.open(path, for: socket)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw BridgeConsoleError(
          .pathInUse,
          "another process is opening a console at '\(socket)': stop it, or choose another path.")
      }
      if Self.file(at: path, is: descriptor) {
        self.descriptor = descriptor
        return
      }
      // Its last owner removed it after it was opened here.
      close(descriptor)
    }
  }

  /// Removes the file and unlocks it.
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
        "'\(socket)' cannot be the path of a console: its lock file '\(path)' is not a regular "
          + "file of this user. Remove it, or choose another path.")
    }
    return descriptor
  }

  private static func failure(
    of path: String, for socket: String, number: Int32
  ) -> BridgeConsoleError {
    let reason = unsafe String(cString: strerror(number))
    guard number == ENOENT || number == ENOTDIR else {
      return BridgeConsoleError(
        .badPath,
        "'\(socket)' cannot be the path of a console: its lock file '\(path)' cannot be opened "
          + "(\(reason)). Choose a path in a folder of this user.")
    }
    let folder = URL(filePath: socket).deletingLastPathComponent().path
    return BridgeConsoleError(
      .badPath,
      "'\(socket)' cannot be the path of a console: the folder '\(folder)' cannot be opened "
        + "(\(reason)). Create it with 'mkdir -m 700'.")
  }

  /// Returns whether a path refers to an open file.
  private static func file(at path: String, is descriptor: Int32) -> Bool {
    var (found, held) = (stat(), stat())
    return unsafe lstat(path, &found) == 0 && fstat(descriptor, &held) == 0
      && found.st_dev == held.st_dev && found.st_ino == held.st_ino
  }
}
