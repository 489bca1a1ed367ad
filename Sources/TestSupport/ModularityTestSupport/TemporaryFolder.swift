package import Foundation
import Synchronization

/// A folder of a test.
///
/// It is removed with its last reference, or at the latest when the process ends.
///
/// - Concurrency: Can be used from any thread.
package final class TemporaryFolder: Sendable {
  /// The URL of the folder.
  ///
  /// Other users cannot access it.
  package let url: URL

  /// Creates a folder with a unique name.
  ///
  /// - Parameter isShort: A Boolean value that indicates whether to ignore the folder for temporary
  ///   files in the environment. Use this for sockets, whose paths are limited to little more than
  ///   a hundred characters.
  /// - Throws: An error if the folder cannot be created.
  package init(isShort: Bool = false) throws {
    let parent = isShort ? URL(filePath: "/tmp") : FileManager.default.temporaryDirectory
    url = parent.appending(path: "modkit-test-\(getpid())-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    Self.left.add(url)
  }

  deinit { Self.left.remove(url) }

  /// Returns the path of a file in the folder.
  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// Returns the URL of a file in the folder.
  package func appending(path name: String) -> URL { url.appending(path: name) }

  /// Writes a text to a file in the folder.
  package func write(_ text: String, to name: String) throws -> URL {
    let file = appending(path: name)
    try Data(text.utf8).write(to: file)
    return file
  }

  private static let left = FoldersOfProcess()
}

/// The folders to remove when the process ends.
///
/// A process that ends with `exit`, such as a test run, does not release its references.
private final class FoldersOfProcess: Sendable {
  private let folders = Mutex<Set<URL>>([])

  init() {
    atexit { TemporaryFolder.removeAll() }
  }

  func add(_ folder: URL) {
    _ = folders.withLock { $0.insert(folder) }
  }

  func remove(_ folder: URL) {
    // If a program still writes to a folder, removing it is tried again at the end.
    try? FileManager.default.removeItem(at: folder)
    guard !FileManager.default.fileExists(atPath: folder.path) else { return }
    _ = folders.withLock { $0.remove(folder) }
  }

  func removeAll() {
    for folder in folders.withLock({ $0 }) { remove(folder) }
  }
}

extension TemporaryFolder {
  /// Removes the folders that still have references.
  fileprivate static func removeAll() { left.removeAll() }
}
