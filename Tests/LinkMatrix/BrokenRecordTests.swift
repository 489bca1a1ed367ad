import Foundation
import ProgramTestSupport
import Testing

/// Records in real images that no macro of ours would write.
@Suite(.linkMatrix, .enoughTime)
struct BrokenRecordTests {
  enum Place: CaseIterable {
    case executable, library
  }

  @Test(arguments: ["gold", "lld", "bfd"], Place.allCases)
  func `A broken record is reported and does not hide others`(
    linker: String, place: Place
  ) async throws {
    let workshop = try await Workshop("Broken")
    let options = ["-use-ld=\(linker)"]
    let broken = try await workshop.compileC(Fixture.file("Raw/Broken.c"), as: "Broken")
    let loader = try await workshop.compile("Loader", [Fixture.file("Raw/Loader.swift")])
    let lines: [String]
    switch place {
    case .executable:
      lines = try await workshop.executable("Loader", [broken] + loader, options: options)
        .run().lines
    case .library:
      let library = try await workshop.library("Broken", [broken], options: options)
      lines = try await workshop.executable(
        "Loader", loader, toolkit: .shared, options: options
      ).run([library.path]).lines
    }

    let (problems, records) = (
      lines.filter { $0.hasPrefix("problem") }, lines.filter { !$0.hasPrefix("problem") }
    )
    #expect(
      records == [
        #"\x1\x2\x3\x4:sixth (Raw/R.c:12)"#, "raw :first (Raw/R.c:1)", "raw :second (Raw/R.c:3)",
        "raw :third (Raw/R.c:5)", "raw :fourth (Raw/R.c:7)", "raw :fifth (Raw/R.c:9)",
      ])
    let expected = [
      ("unknownVersion", "has version 9"),
      ("malformedRecord", "declares 56 bytes, but its fields take 88"),
      ("malformedRecord", "declares 2147483632 bytes, but only"),
      ("malformedRecord", "contains a string that is not UTF-8"),
      ("foreignAccessor", "the accessor of raw :foreign (Raw/R.c:10) lies outside the code"),
      ("foreignAccessor", "the accessor of raw :nothing (Raw/R.c:11) lies outside the code"),
    ]
    try #require(problems.count == expected.count, "\(problems)")
    for (problem, (code, part)) in zip(problems, expected) {
      #expect(problem.hasPrefix("problem \(code): "))
      #expect(problem.contains(part))
      #expect(problem.contains(place == .library ? "libBroken.so" : "/Loader"))
    }
  }
}
