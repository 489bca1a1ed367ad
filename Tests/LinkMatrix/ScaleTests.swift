import Foundation
import ProgramTestSupport
import Testing

/// Programs with thousands of records.
@Suite(.linkMatrix, .enoughTime)
struct ScaleTests {
  @Test func `Thousands of records are found in order and add no code that runs at start-up`()
    async throws
  {
    let workshop = try await Workshop("Scale", .init(everywhere: ["-O"]))
    // Most come from C, because each macro takes the compiler its time.
    let files = (1...5).map { "Many\($0)" }
    let sources = files.map { workshop.folder.appending(path: "\($0).swift") }
    for source in sources {
      try swiftRecords(100).write(to: source, atomically: true, encoding: .utf8)
    }
    let cSource = workshop.folder.appending(path: "Raw.c")
    try cRecords(2_500).write(to: cSource, atomically: true, encoding: .utf8)

    async let raw = workshop.compileC(
      cSource.path, as: "Raw", options: ["-I", Fixture.file("Raw")])
    async let many = workshop.compile(
      "Many", sources.map(\.path), options: ["-whole-module-optimization"])
    let loader = try await workshop.compile("Loader", [Fixture.file("Raw/Loader.swift")])
    let program = try await workshop.executable("Many", many + [raw] + loader)
    let without = try await workshop.executable("None", loader)

    let expected =
      (1...2_500).map { "raw :\($0) (Raw/R.c:\($0))" }
      + files.flatMap { file in (1...100).map { "text:record \($0) (Many/\(file).swift:\($0 + 1))" }
      }
    #expect(try await program.run().lines == expected)
    #expect(try await without.run().lines.isEmpty)
    #expect(try await startUpCode(in: program) == startUpCode(in: without))
  }

  private func swiftRecords(_ count: Int) -> String {
    let records = (1...count).map { number in
      "#record(\"text\", key: \"record \(number)\", as: String.self) { \"\(number)\" }"
    }
    return (["import SectionRegistry"] + records).joined(separator: "\n")
  }

  private func cRecords(_ count: Int) -> String {
    // Backwards: the order must not come from the place in memory.
    let records = (1...count).reversed().map { "RECORD(r\($0)) = {GOOD(\($0), \"\($0)\")};" }
    return (["#include \"RawRecord.h\""] + records).joined(separator: "\n") + "\n"
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
