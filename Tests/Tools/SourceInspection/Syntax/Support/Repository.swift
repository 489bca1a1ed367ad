import Foundation
import ProgramTestSupport

/// The sources of this package.
extension Repository {
  /// Returns the paths of the Swift files in some folders, in their order.
  static func sources(in folders: String...) throws -> [String] {
    try folders.flatMap { name in
      try FileManager.default.subpathsOfDirectory(
        atPath: file(name).path
      ).filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }.map { "\(name)/\($0)" }
    }.sorted()
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8)
  }
}
