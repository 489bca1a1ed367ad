import Foundation

/// The sources of the programs that the suites build.
enum Fixture {
  /// The path of a file, given below the folder `Fixtures`.
  static func file(_ path: String) -> String {
    LinkMatrix.fixtures.appending(path: path).path
  }

  /// The paths of the Swift files of a folder below `Fixtures`.
  static func folder(_ path: String) throws -> [String] {
    try sources(in: LinkMatrix.fixtures.appending(path: path))
  }

  /// The paths of the Swift files of a folder.
  static func sources(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .sorted()
      .map { folder.appending(path: $0).path }
  }

  /// The paths of the Swift files of a folder and of all folders in it.
  static func allSources(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .sorted()
      .map { folder.appending(path: $0).path }
  }
}
