import Foundation

/// The folder of a log, which several processes may share.
///
/// A process locks each file that it writes. The system releases the lock when the process ends,
/// even if it crashes. An unlocked file was closed or left behind.
struct LogFolder: Sendable {
  /// A log file in the folder.
  struct Entry: Sendable {
    var name: LogFileName
    /// The size in bytes.
    var size: Int
    /// Indicates whether the file is finished and was handed over.
    var isHandedOver: Bool
  }

  let url: URL

  var path: String { url.path(percentEncoded: false) }

  /// Creates the folder if it does not exist, readable for its owner only.
  func create() throws(KhalaLogError) {
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw KhalaLogError(
        .folderUnavailable, path: path, message: "the folder '\(path)' cannot be created: \(error)")
    }
  }

  /// Returns the log files in the folder, oldest first.
  func entries() throws(KhalaLogError) -> [Entry] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw KhalaLogError(
        .folderUnavailable, path: path, message: "the folder '\(path)' cannot be read: \(error)")
    }
    let entries: [Entry] = names.compactMap { text in
      var status = stat()
      guard let name = LogFileName(text), unsafe lstat(path(of: name), &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return Entry(name: name, size: Int(status.st_size), isHandedOver: Self.isHandedOver(status))
    }
    return entries.sorted { $0.name < $1.name }
  }

  func url(of name: LogFileName) -> URL {
    url.appending(path: name.description, directoryHint: .notDirectory)
  }

  private func path(of name: LogFileName) -> String {
    url(of: name).path(percentEncoded: false)
  }

  /// Locks a file to write or finish it, and truncates it after its last complete line.
  ///
  /// - Returns: The file, or `nil` if another log holds it, if it was handed over, if it is not a
  ///   regular file, or if it exists although it should be new.
  func claim(_ name: LogFileName, isNew: Bool = false) throws(KhalaLogError) -> LogFile? {
    let flags = O_RDWR | O_APPEND | (isNew ? O_CREAT | O_EXCL : 0)
    guard let (descriptor, status) = try lock(name, flags) else { return nil }
    var file = LogFile(name, path: path(of: name), descriptor: descriptor, status: status)
    do throws(KhalaLogError) {
      // A privileged process may write to read-only files.
      if !Self.isHandedOver(status) {
        try file.repair()
        return file
      }
    } catch {
      close(descriptor)
      throw error
    }
    close(descriptor)
    return nil
  }

  /// Removes a file, unless it is locked.
  ///
  /// - Returns: Whether the file was removed.
  func remove(_ name: LogFileName) throws(KhalaLogError) -> Bool {
    // Read-only files cannot be opened for writing.
    guard let (descriptor, status) = try lock(name, O_RDONLY) else { return false }
    try LogFile(name, path: path(of: name), descriptor: descriptor, status: status).remove()
    return true
  }

  private static func isHandedOver(_ status: stat) -> Bool { status.st_mode & 0o222 == 0 }

  /// Opens and locks a file, or returns `nil` if this log must not use it.
  private func lock(
    _ name: LogFileName, _ flags: Int32
  ) throws(KhalaLogError) -> (descriptor: Int32, status: stat)? {
    let path = path(of: name)
    let descriptor = unsafe open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let number = errno
      if flags & O_CREAT != 0 ? number == EEXIST : isForeign(number, path: path) { return nil }
      throw .systemCall("open", .fileUnavailable, path: path, number: number)
    }
    var isLocked = false
    defer { if !isLocked { close(descriptor) } }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return nil
      case let number: throw .systemCall("flock", .fileUnavailable, path: path, number: number)
      }
    }
    // Another process may have removed the file before it was locked.
    var status = stat()
    var named = stat()
    guard unsafe fstat(descriptor, &status) == 0, unsafe lstat(path, &named) == 0,
      status.st_ino == named.st_ino, status.st_dev == named.st_dev
    else { return nil }
    isLocked = true
    return (descriptor, status)
  }

  /// Returns whether a file cannot be opened because it was removed or handed over, or is not a
  /// regular file.
  private func isForeign(_ number: Int32, path: String) -> Bool {
    var status = stat()
    switch number {
    case ENOENT, ELOOP, EISDIR: return true
    case EACCES: return unsafe lstat(path, &status) == 0 && Self.isHandedOver(status)
    default: return false
    }
  }
}

/// A file of the log that this process has locked.
///
/// Each line is one `write` to a descriptor with `O_APPEND`. Once that returns, the kernel has the
/// line, even if the process crashes. A memory-mapped file was faster by half a microsecond. But it
/// ended in zero bytes unless it was closed, and it needed a workaround for `SIGBUS`.
///
/// Copies share the descriptor, which ``close()`` closes.
struct LogFile: Sendable {
  let name: LogFileName
  let path: String
  /// The size of all lines in bytes.
  private(set) var size: Int

  private let descriptor: Int32
  /// The status when the file was locked.
  private let claimed: stat

  /// Takes ownership of a descriptor that is open and locked.
  init(_ name: LogFileName, path: String, descriptor: Int32, status: stat) {
    self.name = name
    self.path = path
    self.descriptor = descriptor
    claimed = status
    size = Int(status.st_size)
  }

  // MARK: - Writing

  /// Appends a line.
  ///
  /// If the disk is full, a part of the line may be written. It is removed again. If that fails,
  /// the next claim removes it.
  mutating func append(_ line: [UInt8]) throws(KhalaLogError) {
    var written = 0
    while written < line.count {
      let count = unsafe line[written...].withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        let number = count == 0 ? ENOSPC : errno
        // The position is the end of the written part, even if the file was changed from outside.
        if written > 0 { ftruncate(descriptor, lseek(descriptor, 0, SEEK_CUR) - off_t(written)) }
        throw .systemCall("write", .fileUnavailable, path: path, number: number)
      }
    }
    size += line.count
  }

  /// Throws an error if another program removed, replaced or shortened the file.
  func check() throws(KhalaLogError) {
    var status = stat()
    let isThere = unsafe lstat(path, &status) == 0
    guard !isThere || !isSame(status) || status.st_size < size else { return }
    throw .disturbed(
      !isThere ? "removed or moved" : isSame(status) ? "shortened" : "replaced", path: path)
  }

  private func isSame(_ status: stat) -> Bool {
    status.st_ino == claimed.st_ino && status.st_dev == claimed.st_dev
  }

  /// Returns a second descriptor, with which another thread can wait for the disk.
  func duplicate() throws(KhalaLogError) -> Int32 {
    let duplicate = dup(descriptor)
    guard duplicate >= 0 else {
      throw .systemCall("dup", .fileUnavailable, path: path, number: errno)
    }
    return duplicate
  }

  // MARK: - Finishing

  /// Removes incomplete data after the last line: a part of a line left by a full disk or a power
  /// failure, or the zero bytes of earlier versions.
  mutating func repair() throws(KhalaLogError) {
    let lineFeed = UInt8(ascii: "\n")
    var last: UInt8 = 0
    guard size > 0, unsafe pread(descriptor, &last, 1, off_t(size - 1)) != 1 || last != lineFeed
    else { return }
    do {
      size = try Data(contentsOf: URL(filePath: path)).lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
    } catch {
      throw KhalaLogError(
        .fileUnavailable, path: path, message: "'\(path)' cannot be read: \(error)")
    }
    guard ftruncate(descriptor, off_t(size)) == 0 else {
      throw .systemCall("ftruncate", .finishingFailed, path: path, number: errno)
    }
  }

  /// Makes the file read-only, which tells later runs that it was handed over.
  func markHandedOver() throws(KhalaLogError) {
    guard fchmod(descriptor, claimed.st_mode & 0o7555) == 0 else {
      throw .systemCall("fchmod", .finishingFailed, path: path, number: errno)
    }
  }

  /// Closes the file, and removes it if it has no lines.
  func close() throws(KhalaLogError) {
    if size == 0 { return try remove() }
    Foundation.close(descriptor)
  }

  /// Removes the file and closes it.
  func remove() throws(KhalaLogError) {
    defer { Foundation.close(descriptor) }
    var status = stat()
    guard unsafe lstat(path, &status) == 0, isSame(status) else { return }
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw .systemCall("unlink", .finishingFailed, path: path, number: errno)
    }
  }
}
