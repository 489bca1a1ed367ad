import Foundation
import ModularityTestSupport
import Testing

@Suite struct TemporaryFolderTests {
  @Test(arguments: [false, true])
  func `A folder is removed with its contents after the last reference`(isShort: Bool) throws {
    let place: String
    do {
      let folder = try TemporaryFolder(isShort: isShort)
      place = folder.url.path
      let file = try folder.write("text", to: "file")
      #expect(try String(contentsOf: file, encoding: .utf8) == "text")
      #expect(file.path == folder.path("file"))
      let attributes = try FileManager.default.attributesOfItem(atPath: place)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test func `No two folders are the same`() throws {
    let folders = try (0..<50).map { _ in try TemporaryFolder() }
    #expect(Set(folders.map(\.url)).count == 50)
  }

  @Test func `A folder that is still referenced is removed at the end of the process`() async throws
  {
    let result = await #expect(
      processExitsWith: .exitCode(3), observing: [\.standardOutputContent]
    ) {
      let folder = try TemporaryFolder()
      _ = try folder.write("text", to: "file")
      print("folder \(folder.url.path)")
      withExtendedLifetime(folder) { exit(3) }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("folder ") })
    #expect(!FileManager.default.fileExists(atPath: String(line.dropFirst("folder ".count))))
  }
}
