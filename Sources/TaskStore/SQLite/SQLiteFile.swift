import CGround
import Foundation

/// The files of a store: the database, and a file with which processes wake each other.
struct SQLiteFile {
  /// The absolute path of the database.
  let path: String

  /// The file to which processes write when they have changed something.
  private let wake: FileHandle

  /// Creates missing files, for this user only.
  ///
  /// - Throws: An error if they cannot be created, or are on a network file system.
  init(path: String) throws(TaskStoreError) {
    let url = URL(filePath: path).standardizedFileURL
    self.path = url.path
    let folder = url.deletingLastPathComponent().path
    if let name = unsafe task_store_network_file_system(folder) {
      throw TaskStoreError(
        .unsuitableFile,
        """
        '\(url.path)' is on a network file system (\(unsafe String(cString: name))), whose locks \
        SQLite cannot rely on: choose a folder on a disk of this machine.
        """)
    }
    try Self.create(url.path)
    try Self.create(url.path + "-wake")
    guard let wake = FileHandle(forUpdatingAtPath: url.path + "-wake") else {
      throw Self.failure(url.path + "-wake")
    }
    self.wake = wake
  }

  /// Creates a file if it does not exist, and makes it readable for its owner only.
  private static func create(_ path: String) throws(TaskStoreError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
    let mode = status.st_mode
    // SQLite gives its journals the mode of the database.
    guard mode & 0o077 != 0 else { return }
    guard fchmod(descriptor, mode & 0o7700) == 0 else { throw failure(path) }
  }

  private static func failure(_ path: String) -> TaskStoreError {
    TaskStoreError(
      .unsuitableFile,
      """
      '\(path)' cannot be opened: \(unsafe String(cString: strerror(errno))). Check that its \
      folder exists and that this user may write there.
      """)
  }

  /// Wakes the processes that watch the file.
  func ring() {
    // Errors are ignored: a process that misses this hint checks within a second.
    try? wake.seek(toOffset: 0)
    try? wake.write(contentsOf: Data([0]))
  }

  /// Returns a stream of hints from other processes.
  func hints(on queue: DispatchQueue) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let descriptor = unsafe task_store_watch_file(path + "-wake")
    guard descriptor >= 0 else {
      continuation.finish()
      return stream
    }
    // Any thread may cancel a source.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: queue)
    unsafe source.setEventHandler {
      unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        while unsafe read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
      }
      continuation.yield()
    }
    unsafe source.setCancelHandler { close(descriptor) }
    continuation.onTermination = { _ in unsafe source.cancel() }
    unsafe source.resume()
    return stream
  }
}
