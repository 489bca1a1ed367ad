package import Foundation
import Synchronization

/// A folder of a test, which is gone with the last who holds it, and at the latest with the
/// process.
///
/// - Concurrency: May be used from any thread.
package final class TemporaryFolder: Sendable {
  /// The URL of the folder; other users may not enter it.
  package let url: URL

  /// Makes a folder with a name that no other has.
  ///
  /// - Parameter isShort: Whether it must not lie where the environment wants temporary
  ///   files: the path of a socket may have little more than a hundred letters.
  /// - Throws: What keeps it from being made.
  package init(isShort: Bool = false) throws {
    let parent = isShort ? URL(filePath: "/tmp") : FileManager.default.temporaryDirectory
    url = parent.appending(path: "modkit-test-\(getpid())-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    Self.left.add(url)
  }

  deinit { Self.left.remove(url) }

  /// The path of something in it.
  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// The path of something in it.
  package func appending(path name: String) -> URL { url.appending(path: name) }

  /// Writes a text into a file of it.
  package func write(_ text: String, to name: String) throws -> URL {
    let file = appending(path: name)
    try Data(text.utf8).write(to: file)
    return file
  }

  private static let left = FoldersOfProcess()
}

/// The folders that are to be gone when the process is: whatever ends it by its own `exit`,
/// which is how a run of tests ends, lets go of nothing.
private final class FoldersOfProcess: Sendable {
  private let folders = Mutex<Set<URL>>([])

  init() {
    atexit { TemporaryFolder.removeAll() }
  }

  func add(_ folder: URL) {
    _ = folders.withLock { $0.insert(folder) }
  }

  func remove(_ folder: URL) {
    // One that a program still writes into is tried again with the last of them.
    try? FileManager.default.removeItem(at: folder)
    guard !FileManager.default.fileExists(atPath: folder.path) else { return }
    _ = folders.withLock { $0.remove(folder) }
  }

  func removeAll() {
    for folder in folders.withLock({ $0 }) { remove(folder) }
  }
}

extension TemporaryFolder {
  /// Removes the folders to which there are still references.
  fileprivate static func removeAll() { left.removeAll() }
}
