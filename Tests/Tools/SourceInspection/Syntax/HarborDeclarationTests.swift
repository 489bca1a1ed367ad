import Foundation
import ModuleGraph
import ProgramTestSupport
import SourceInspection
import Testing

struct HarborDeclarationTests {
  /// A record, as `modkit list --json` prints it.
  private struct Record: Decodable {
    let kind: String
    let key: String
    let file: String
    let line: Int
    let column: Int
    let module: String
  }

  /// Returns the path of a source in this package: `Examples/Harbor/Cargo/Cargo.swift` for
  /// `HarborCargo/Cargo.swift`.
  private static func path(of file: String) throws -> String {
    let parts = file.split(separator: "/")
    let module = parts[0] == "harbor" ? "App" : String(parts[0])
    let folder = module == "HarborContracts" ? module : String(module.trimmingPrefix("Harbor"))
    let sources = try Repository.sources(in: "Examples/Harbor/\(folder)")
    return try #require(sources.first { $0.hasSuffix("/\(parts[1])") })
  }

  @Test func `The sources of Harbor declare what the records of its program say`() async throws {
    let folder = Bundle.main.bundleURL
    let list = Command(
      executable: folder.appending(path: "modkit"),
      arguments: ["list", "--json", folder.appending(path: "harbor").path])
    let output = try await list.succeed().output
    let records = try JSONDecoder().decode([Record].self, from: Data(output.utf8))
      .filter { $0.module.hasPrefix("Harbor") }
    #expect(records.count > 50)
    let recorded = Set(
      try records.map {
        // A constant is a member, whose value the record does not have.
        let name = $0.key.hasPrefix(".") ? String($0.key.dropFirst()) : $0.key
        return "\(try Self.path(of: $0.file)):\($0.line):\($0.column): \($0.kind) \(name)"
      })
    var declared: Set<String> = []
    for path in try Repository.sources(in: "Examples/Harbor") {
      let outline = SourceFile(text: try Repository.text(of: path)).outline
      // The record of a routing class has its routes.
      for each in outline.declarations where each.kind != .route {
        let start = each.range.start
        declared.insert(
          "\(path):\(start.line + 1):\(start.column + 1): \(each.kind) \(each.name)")
      }
    }
    #expect(declared == recorded)
  }
}
