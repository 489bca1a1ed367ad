import Foundation
import ModularityTestSupport
import ModuleGraph
import Testing

@testable import BinaryInspection

/// From the places of records to the paths of files.
@Suite struct SourceFoldersTests {
  /// Makes a project with these files, for as long as the body runs.
  private static func withProject(
    _ files: [String], _ body: (String) throws -> Void
  ) throws {
    let root = try TemporaryFolder()
    for file in files {
      let url = root.appending(path: file)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
    try withExtendedLifetime(root) { try body(root.url.path) }
  }

  private static func path(_ fileID: String, _ folders: SourceFolders) -> String? {
    folders.path(of: CodeLocation(fileID: fileID, line: 1))
  }

  @Test func `A file is found in the folder of its module`() throws {
    try Self.withProject([
      "Sources/Feed/Deep/Tasks.swift", "Sources/Shop/Tasks.swift", ".build/Feed/Tasks.swift",
    ]) { root in
      let folders = SourceFolders(root: root)
      #expect(Self.path("Feed/Tasks.swift", folders) == "Sources/Feed/Deep/Tasks.swift")
      #expect(Self.path("Shop/Tasks.swift", folders) == "Sources/Shop/Tasks.swift")
    }
  }

  @Test func `Elsewhere it is found if it is the only one of its name`() throws {
    try Self.withProject(["Modules/A/Only.swift", "Modules/A/Two.swift", "B/Two.swift"]) { root in
      let folders = SourceFolders(root: root)
      #expect(Self.path("Feed/Only.swift", folders) == "Modules/A/Only.swift")
      #expect(Self.path("Feed/Two.swift", folders) == nil)
      #expect(Self.path("Feed/None.swift", folders) == nil)
    }
  }

  @Test func `A link to a folder is not followed, which may lead in circles`() throws {
    try Self.withProject(["Feed/Tasks.swift"]) { root in
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/Feed/Again", withDestinationPath: root)
      #expect(Self.path("Feed/Tasks.swift", SourceFolders(root: root)) == "Feed/Tasks.swift")
    }
  }

  @Test func `Only the named folders are searched`() throws {
    try Self.withProject(["Examples/Feed/Tasks.swift", "Feed/Tasks.swift"]) { root in
      let folders = SourceFolders(root: root, folders: ["Feed": "Examples/Feed"])
      #expect(Self.path("Feed/Tasks.swift", folders) == "Examples/Feed/Tasks.swift")
      let elsewhere = SourceFolders(root: root, folders: ["Feed": "Nowhere"])
      #expect(Self.path("Feed/Tasks.swift", elsewhere) == nil)
    }
  }
}
