import Foundation

/// The folder of a log, which several processes may share.
///
/// Every process claims the files it writes with a lock that the system takes
/// back when the process ends, however it ends. A file that is locked belongs to
/// another log; a file that is not was closed, or left behind by a crash.
struct LogFolder: Sendable {
  /// The result of the attempt to claim a file.
  enum Claim: Sendable {
    /// The file is ours.
    case claimed(LogFile)
    /// Another process has it, or it is gone, or it is not a plain file.
    case unavailable
  }

  let url: URL
  let reserve: LogFile.Reserve

  /// Its path.
  var path: String { url.path(percentEncoded: false) }

  /// Makes the folder, readable for its owner only, if it is not there.
  func create() throws(KhalaLogError) {
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw KhalaLogError(
        .folderUnavailable, path: path, message: "the folder '\(path)' cannot be made: \(error)")
    }
  }

  /// The log files in the folder; whatever else is there is left alone.
  func entries() throws(KhalaLogError) -> [LogPlan.Entry] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw KhalaLogError(
        .folderUnavailable, path: path, message: "the folder '\(path)' cannot be read: \(error)")
    }
    return names.compactMap { text in
      var status = stat()
      guard let name = LogFileName(text), unsafe lstat(path(of: name), &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return LogPlan.Entry(
        name: name, size: Int(status.st_size), isHandedOver: status.st_mode & 0o222 == 0)
    }
  }

  /// The path of a file.
  func url(of name: LogFileName) -> URL {
    url.appending(path: name.description, directoryHint: .notDirectory)
  }

  private func path(of name: LogFileName) -> String {
    url(of: name).path(percentEncoded: false)
  }

  /// Makes the nameless file that lines are copied through.
  func makeStaging() throws(KhalaLogError) -> LogStaging {
    try LogStaging(in: path, reserve: reserve)
  }

  /// Makes a file that was not there; it is unavailable if it was.
  func make(_ name: LogFileName) throws(KhalaLogError) -> Claim {
    try open(name, flags: O_RDWR | O_CREAT | O_EXCL)
  }

  /// Claims a file to write or complete it.
  func claim(_ name: LogFileName) throws(KhalaLogError) -> Claim {
    try open(name, flags: O_RDWR)
  }

  /// Removes a file, unless it is locked.
  ///
  /// - Returns: Whether it is gone.
  func remove(_ name: LogFileName) throws(KhalaLogError) -> Bool {
    // Read-only files cannot be opened for writing, and need not be.
    guard case .claimed(let file) = try open(name, flags: O_RDONLY) else { return false }
    try file.remove()
    return true
  }

  private func open(_ name: LogFileName, flags: Int32) throws(KhalaLogError) -> Claim {
    let path = path(of: name)
    let descriptor = unsafe Foundation.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let number = errno
      guard isSomebodyElses(number, path: path, isMaking: flags & O_CREAT != 0) else {
        throw .systemCall("open", .fileUnavailable, path: path, number: number)
      }
      return .unavailable
    }
    var isClaimed = false
    defer { if !isClaimed { close(descriptor) } }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return .unavailable
      case let number: throw .systemCall("flock", .fileUnavailable, path: path, number: number)
      }
    }
    // Between the opening and the lock, another process may have removed it.
    var status = stat()
    var named = stat()
    guard unsafe fstat(descriptor, &status) == 0, unsafe lstat(path, &named) == 0,
      status.st_ino == named.st_ino, status.st_dev == named.st_dev
    else { return .unavailable }
    let length = try LogFile.completeLength(
      of: descriptor, size: Int(status.st_size), path: path)
    isClaimed = true
    return .claimed(
      LogFile(
        name, path: path, descriptor: descriptor, status: status, length: length,
        reserve: reserve))
  }

  /// Returns whether opening failed because of what another process did meanwhile,
  /// or because it is no file of ours.
  private func isSomebodyElses(_ number: Int32, path: String, isMaking: Bool) -> Bool {
    switch number {
    case EEXIST: return isMaking
    case ENOENT, ELOOP, EISDIR: return !isMaking
    case EACCES:
      // Handed over in the meantime.
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return false }
      return !isMaking && status.st_mode & 0o222 == 0
    default: return false
    }
  }
}
