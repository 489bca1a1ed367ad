import Foundation
import ModularityTestSupport
import SourceInspection
import Testing

struct IndexLibraryTests {
  /// A toolchain with a library, and a folder with a link to its compiler.
  private struct FakeToolchain {
    let folder: TemporaryFolder
    var library: String { folder.path("toolchain/lib/libIndexStore.so") }

    init() throws {
      folder = try TemporaryFolder()
      let files = FileManager.default
      for name in ["toolchain/bin", "toolchain/lib", "links"] {
        try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      }
      let compiler = try folder.write("", to: "toolchain/bin/swift-driver").path
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
      try files.createSymbolicLink(
        atPath: folder.path("toolchain/bin/swift"), withDestinationPath: "swift-driver")
      try files.createSymbolicLink(
        atPath: folder.path("links/swift"),
        withDestinationPath: folder.path("toolchain/bin/swift"))
      _ = try folder.write("", to: "toolchain/lib/libIndexStore.so")
    }
  }

  @Test func `The library is found beside the compiler in PATH, through its links`() throws {
    #if os(Linux)
      let toolchain = try FakeToolchain()
      let path = "/nowhere:\(toolchain.folder.path("links"))"
      let found = try IndexLibrary.find(in: ["PATH": path])
      #expect(found == URL(filePath: toolchain.library).resolvingSymlinksInPath().path)
    #endif
  }

  @Test func `The environment variable goes before PATH`() throws {
    let environment = ["MODKIT_INDEX_LIBRARY": "/my/library", "PATH": "/usr/bin"]
    #expect(try IndexLibrary.find(in: environment) == "/my/library")
  }

  @Test func `Without a compiler in PATH the error says how to name the library`() {
    #if os(Linux)
      let error = #expect(throws: IndexError.self) {
        try IndexLibrary.find(in: ["PATH": "/nowhere"])
      }
      #expect(error?.code == .missingLibrary)
      #expect(error?.description.contains("Set MODKIT_INDEX_LIBRARY to") == true)
    #endif
  }

  @Test func `A file that is no such library is an error with the reason`() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("text", to: "libIndexStore.so").path
    let error = #expect(throws: IndexError.self) { try IndexLibrary.open(text) }
    #expect(error?.code == .missingLibrary)
    #expect(error?.description.contains("'\(text)'") == true)
    #if os(Linux)
      let other = #expect(throws: IndexError.self) { try IndexLibrary.open("libc.so.6") }
      #expect(other?.description.contains("it has no function 'indexstore_error") == true)
    #endif
  }
}
