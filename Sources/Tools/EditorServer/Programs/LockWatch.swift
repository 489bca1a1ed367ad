import BinaryInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the lock file of a workspace when it has changed.
struct LockWatch: Sendable {
  private let paths: [String]
  private var stamps: [FileStamp?] = []
  /// The jobs of the file, or `nil` if no folder has a readable one.
  private(set) var lock: LockedJobs?

  /// Watches the files `modkit.lock` in folders, of which the first existing one is used.
  init(roots: [String]) {
    paths = roots.map { "\($0)/\(SurfaceLock.fileName)" }
  }

  /// Checks the files.
  ///
  /// - Returns: Whether the file has changed, and a message if it is not readable.
  mutating func look() -> (isNew: Bool, message: LSP.MessageParams?) {
    let present = paths.map { FileStamp(path: $0) }
    guard present != stamps else { return (false, nil) }
    stamps = present
    lock = nil
    guard let index = present.firstIndex(where: { $0 != nil }) else { return (true, nil) }
    let problem = read(paths[index], size: present[index]?.size ?? 0)
    return (
      true,
      problem.map {
        LSP.MessageParams(
          .warning, "\($0). Nothing is compared with it. Write it again with 'modkit lock'.")
      }
    )
  }

  /// Reads a file.
  ///
  /// - Returns: The reason why it is not readable, or `nil` if it is.
  private mutating func read(_ path: String, size: Int) -> String? {
    guard size <= LockedJobs.mostBytes, FileStamp(path: path)?.isFolder == false else {
      return "\(path) is no file of at most \(LockedJobs.mostBytes) bytes"
    }
    guard let data = try? Data(contentsOf: URL(filePath: path)),
      let text = String(validating: data, as: UTF8.self)
    else { return "\(path) is not readable as text" }
    do throws(LockError) {
      lock = try LockedJobs(text)
      return nil
    } catch {
      return "\(path):\(error.line): the line is no entry of a lock file"
    }
  }
}
