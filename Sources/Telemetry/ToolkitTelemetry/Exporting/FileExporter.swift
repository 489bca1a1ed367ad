internal import Foundation
internal import Synchronization

/// Appends each request as a line to a file, and starts a new file when it is full.
///
/// - Concurrency: Can be used from any thread. Lines are not mixed. The lock is held while bytes
///   are written.
final class FileExporter: RequestExporter {
  /// The open file.
  private struct Output {
    var handle: FileHandle
    var size: Int
  }

  private let file: TelemetryFile
  private let output: Mutex<Output?>

  /// Opens or creates the file.
  init(_ file: TelemetryFile) throws(TelemetryError) {
    self.file = file
    output = Mutex(try Self.open(file.path))
  }

  func export(_ request: [UInt8]) async throws(TelemetryError) -> ExportReceipt {
    let line = request + [UInt8(ascii: "\n")]
    do {
      try output.withLock { output in
        if let full = output, full.size > 0, full.size + line.count > file.maximumSize {
          output = nil
          try full.handle.close()
          try rotate()
        }
        // The file is also opened again after a failure.
        var current = try output ?? Self.open(file.path)
        try current.handle.write(contentsOf: line)
        current.size += line.count
        output = current
      }
    } catch let error as TelemetryError {
      throw error
    } catch {
      throw Self.failure("write to", file.path, error)
    }
    return ExportReceipt()
  }

  func close() {
    // The file was written line by line, so nothing is lost if it cannot be closed.
    output.withLock { output in
      try? output?.handle.close()
      output = nil
    }
  }

  private static func open(_ path: String) throws(TelemetryError) -> Output {
    do {
      // Only the owner can read the file, because names and attributes may contain data of
      // customers.
      let descriptor = unsafe Foundation.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      return Output(handle: handle, size: Int(try handle.seekToEnd()))
    } catch {
      throw failure("open", path, error)
    }
  }

  /// Increases the number of each full file by one, and removes the last.
  private func rotate() throws(TelemetryError) {
    let manager = FileManager.default
    let paths =
      [file.path] + (0..<max(0, file.backups)).map { "\(file.path).\($0 + 1)" }
    do {
      if let last = paths.last, manager.fileExists(atPath: last) {
        try manager.removeItem(atPath: last)
      }
      for (from, to) in zip(paths, paths.dropFirst()).reversed()
      where manager.fileExists(atPath: from) {
        try manager.moveItem(atPath: from, toPath: to)
      }
    } catch {
      throw Self.failure("rename", file.path, error)
    }
  }

  private static func failure(
    _ action: String, _ path: String, _ error: any Error
  ) -> TelemetryError {
    TelemetryError(
      .file,
      """
      cannot \(action) '\(path)': \(error); check that its folder exists, may be written to and \
      has room
      """)
  }
}
