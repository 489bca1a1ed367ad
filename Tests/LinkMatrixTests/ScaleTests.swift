import Foundation
import Testing

/// Programs with thousands of records.
@Suite(.linkMatrix, .timeLimit(.minutes(5)))
struct ScaleTests {
  @Test func `Thousands of records are found in order and add no code that runs at start-up`()
    async throws
  {
    let count = 3_000
    let workshop = try await Workshop("Scale", .init(everywhere: ["-O"]))
    let source = workshop.folder.appending(path: "Many.swift")
    let records = (1...count).map { number in
      "#record(\"text\", key: \"record \(number)\", as: String.self) { \"\(number)\" }"
    }
    try (["import SectionRegistry"] + records).joined(separator: "\n")
      .write(to: source, atomically: true, encoding: .utf8)

    async let many = workshop.compile("Many", [source.path])
    let loader = try await workshop.compile("Loader", [Fixture.file("Raw/Loader.swift")])
    let program = try await workshop.executable("Many", many + loader)
    let without = try await workshop.executable("None", loader)

    #expect(
      try await program.run().lines
        == (1...count).map { "text:record \($0) (Many/Many.swift:\($0 + 1))" })
    #expect(try await without.run().lines.isEmpty)
    #expect(try await startUpCode(in: program) == startUpCode(in: without))
  }

  /// The size of the table of functions that run before `main`.
  private func startUpCode(in program: Program) async throws -> String {
    let sections = try await Toolchain.command("readelf", ["-SW", program.executable.path])
      .succeed()
    // [Nr] Name Type Address Off Size …
    let sizes = sections.lines.compactMap { line in
      line.firstMatch(of: /\.init_array +INIT_ARRAY +\S+ +\S+ +(\S+)/).map { String($0.1) }
    }
    return try #require(sizes.first)
  }
}
