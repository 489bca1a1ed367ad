import BinaryRecords
import Declarations
import Foundation
import ModularityTestSupport
import ModuleGraph
import ProgramTestSupport
import Testing

@testable import BinaryInspection

/// Programs with thousands of declarations that are all alike, or all wrong.
@Suite struct HostileProgramTests {
  private static func program(
    _ hostile: HostileProgram, _ count: Int, in folder: TemporaryFolder
  ) throws -> InspectedProgram {
    let file = folder.url.appending(path: "\(count)")
    try Data(RecordProgram.bytes(hostile.records(count))).write(to: file)
    return try InspectedProgram(paths: [file.path])
  }

  /// All that modkit says of a program; of a difference, that to an empty one.
  private static func reports(_ program: InspectedProgram) throws -> [(name: String, text: String)]
  {
    let graph = program.graph(at: Date(timeIntervalSince1970: 1_800_000_000))
    let rules = try RuleBook(
      parsing: """
        forbid * -> Base, Module1
        only Feed -> nothing
        require Module* -> Base
        forbid cycles among *

        """, file: "modkit.rules")
    let report = CheckReport(program.findings(in: graph) + rules.findings(in: graph))
    return [
      ("check", report.lines.joined(separator: "\n")),
      ("graph", graph.json()),
      ("picture", graph.mermaid(.nodes)),
      ("rules", RuleBook.starter(for: graph)),
      (
        "diff",
        SurfaceDifference(from: graph, to: .init()).changes.flatMap(\.lines).joined(separator: "\n")
      ),
    ]
  }

  @Test(arguments: HostileProgram.all)
  func `Reports grow with the declarations, not with their square, and have short lines`(
    hostile: HostileProgram
  ) throws {
    let folder = try TemporaryFolder()
    let small = try Self.reports(try Self.program(hostile, 100, in: folder))
    let large = try Self.reports(try Self.program(hostile, 200, in: folder))
    for (one, two) in zip(small, large) {
      // Twice as many, with longer numbers; the square would be four times as much.
      #expect(
        Double(two.text.utf8.count) < 2.6 * Double(one.text.utf8.count) + 1_000, "\(one.name)")
    }
    for line in large[0].text.split(separator: "\n") { #expect(line.utf8.count < 4_000) }
  }

  /// The processor time of this thread in nanoseconds, to which others do not add.
  private static func spent() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  @Test(
    .enabled(if: Sweep.isWhole, "It takes minutes; MODKIT_SWEEPS=whole runs it."),
    arguments: HostileProgram.all)
  func `Time grows with 20,000 declarations, and not with their square`(
    hostile: HostileProgram
  ) throws {
    let folder = try TemporaryFolder()
    func work(_ count: Int) throws -> Int {
      let program = try Self.program(hostile, count, in: folder)
      let start = Self.spent()
      _ = try Self.reports(program)
      return Self.spent() - start
    }
    // Four times as much, or sixteen times where everything is compared with all else.
    #expect(try work(20_000) < 9 * work(5_000))
  }
}
