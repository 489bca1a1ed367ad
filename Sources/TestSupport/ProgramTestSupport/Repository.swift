package import Foundation

/// The checkout in which the tests were compiled.
package enum Repository {
  /// The folder of `Package.swift`.
  package static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// Returns the file or folder at a path below the root.
  package static func file(_ path: String) -> URL { root.appending(path: path) }

  /// Returns the folder of a target, which is in a group of `Sources` or directly in it.
  package static func sources(of target: String) throws -> URL {
    let groups = try FileManager.default.contentsOfDirectory(atPath: file("Sources").path)
    let folders = [target] + groups.map { "\($0)/\(target)" }
    guard
      let folder = folders.first(where: {
        FileManager.default.fileExists(atPath: file("Sources/\($0)").path)
      })
    else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: target]) }
    return file("Sources/\(folder)")
  }
}
