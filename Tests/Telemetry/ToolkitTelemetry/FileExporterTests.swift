import Foundation
import ModularityTestSupport
import Testing

@testable import ToolkitTelemetry

@Suite struct FileExporterTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private func file(_ maximumSize: Int, backups: Int) -> TelemetryFile {
    var file = TelemetryFile(path: folder.path("traces.jsonl"))
    file.maximumSize = maximumSize
    file.backups = backups
    return file
  }

  @Test func `Each request is a line, after those that are there`() async throws {
    _ = try folder.write("{}\n", to: "traces.jsonl")
    let exporter = try FileExporter(TelemetryFile(path: folder.path("traces.jsonl")))
    _ = try await exporter.export(Array("[1]".utf8))
    _ = try await exporter.export(Array("[2]".utf8))
    exporter.close()
    #expect(try text("traces.jsonl") == "{}\n[1]\n[2]\n")
  }

  @Test func `A full file becomes the latest backup, and the oldest is removed`() async throws {
    let exporter = try FileExporter(file(8, backups: 2))
    for number in 1...7 { _ = try await exporter.export(Array("[\(number)]".utf8)) }
    exporter.close()
    #expect(try text("traces.jsonl") == "[7]\n")
    #expect(try text("traces.jsonl.1") == "[5]\n[6]\n")
    #expect(try text("traces.jsonl.2") == "[3]\n[4]\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 3)
  }

  @Test func `Without backups, a full file is removed`() async throws {
    let exporter = try FileExporter(file(4, backups: 0))
    for number in 1...3 { _ = try await exporter.export(Array("[\(number)]".utf8)) }
    #expect(try text("traces.jsonl") == "[3]\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
  }

  @Test func `Files are readable for their owner only, also after they are renamed`() async throws {
    let exporter = try FileExporter(file(8, backups: 2))
    for text in ["[1234]", "[5678]"] { _ = try await exporter.export(Array(text.utf8)) }
    exporter.close()
    for name in ["traces.jsonl", "traces.jsonl.1"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func `A request that is larger than the file is written whole`() async throws {
    let exporter = try FileExporter(file(2, backups: 1))
    _ = try await exporter.export(Array("[1234]".utf8))
    #expect(try text("traces.jsonl") == "[1234]\n")
  }

  @Test func `A file that cannot be opened is an error with its path`() throws {
    let path = folder.path("none/traces.jsonl")
    #expect {
      try Telemetry(.file(at: path))
    } throws: { error in
      let error = error as? TelemetryError
      return error?.code == .file && error?.message.contains(path) == true
    }
  }
}
