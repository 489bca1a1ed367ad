import Foundation
import ModularityTestSupport
import Testing

@testable import EditorServer

@Suite struct SourcePathsTests {
  @Test func `A file is found by its module, by joined folders, or by being the only one`() throws {
    let folder = try TemporaryFolder()
    let files = [
      "Sources/Feed/Tasks.swift", "Sources/Cart/Deep/Tasks.swift", "Harbor/Cargo/Tasks.swift",
      "Harbor/Berths/Tasks.swift", "Odd/Place/Only.swift", ".build/Only.swift",
      "Twice/A/Same.swift", "Twice/B/Same.swift",
    ]
    for file in files {
      let url = folder.appending(path: file)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
    let paths = SourcePaths(below: [folder.url.path])
    let expected: [(String, String?)] = [
      ("Feed/Tasks.swift", files[0]), ("Cart/Tasks.swift", files[1]),
      ("HarborCargo/Tasks.swift", files[2]), ("HarborBerths/Tasks.swift", files[3]),
      ("Anything/Only.swift", files[4]), ("Twice/Same.swift", nil), ("Feed/None.swift", nil),
      ("Feed", nil), ("", nil),
    ]
    for (fileID, file) in expected {
      #expect(paths.path(of: fileID) == file.map { folder.url.path + "/" + $0 }, "\(fileID)")
    }
  }

  @Test func `The search ends at its limit, with the nearest folders`() throws {
    let folder = try TemporaryFolder()
    for file in ["Near/One.swift", "Near/Far/Two.swift"] {
      let url = folder.appending(path: file)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
    let paths = SourcePaths(below: [folder.url.path], limit: 2)
    #expect(paths.path(of: "Near/One.swift") != nil)
    #expect(paths.path(of: "Near/Two.swift") == nil)
  }
}
