import Foundation

/// The sources of this package.
enum Repository {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the paths of the Swift files in some folders, in their order.
  static func sources(in folders: String...) throws -> [String] {
    try folders.flatMap { name in
      try FileManager.default.subpathsOfDirectory(
        atPath: folder.appending(path: name).path
      ).filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }.map { "\(name)/\($0)" }
    }.sorted()
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }
}
