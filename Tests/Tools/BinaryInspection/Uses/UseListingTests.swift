import BinaryInspection
import Foundation
import ModuleGraph
import Testing

/// What descriptions, differences and reports say of uses.
@Suite struct UseListingTests {
  private static let call = UsedProgram.use(.calls, .route, "kl://Store/delete")
  private static let other = UsedProgram.use(.calls, .route, "kl://Store/add")

  private static func lines(_ name: String, _ uses: [ModuleGraph.Use]?) -> [String] {
    NodeDescription.all(
      named: name, in: UsedProgram.graph(uses), of: RecordListing(UsedProgram.records)
    ).flatMap(\.lines)
  }

  @Test func `A description lists uses by origin, with source locations`() {
    let lines = Self.lines(
      "Store/delete",
      [
        UsedProgram.use(.calls, .route, "kl://Store/delete", origin: .trace, count: 12),
        UsedProgram.use(.calls, .route, "kl://Store/delete", line: 2, origin: .record),
        UsedProgram.use(.calls, .route, "kl://Store/delete", line: 20), Self.call,
      ])
    #expect(
      lines.drop { !$0.contains("uses ") }.prefix(4).map { $0.dropFirst(13) } == [
        "Search calls it (Search/Finder.swift:7)", "Search calls it (Search/Finder.swift:20)",
        "Search calls it (Search/Finder.swift:2), as '#uses' says",
        "Search calls it (Search/Finder.swift:7), seen 12 times",
      ], "\(lines)")
    #expect(!Self.lines("Store/delete", nil).contains { $0.contains("uses") })
  }

  @Test func `A difference has the uses that were gained and lost`() {
    let difference = SurfaceDifference(
      from: UsedProgram.graph([Self.call]),
      to: UsedProgram.graph([
        Self.other, UsedProgram.use(.calls, .route, "kl://Store/add", line: 90),
        UsedProgram.use(.runs, .task, "Sync", origin: .trace, count: 1),
      ]))
    #expect(difference.comparesUses)
    #expect(
      difference.changes.flatMap(\.lines) == [
        "+ use calls route Store/add (Search/Finder.swift:7)",
        "- use calls route Store/delete (Search/Finder.swift:7)",
      ])
    #expect(difference.breaking.isEmpty)
    #expect(difference.markdown.contains("`calls route Store/add`"))
  }

  @Test func `A use that has moved is unchanged`() {
    let moved = UsedProgram.use(.calls, .route, "kl://Store/delete", line: 70)
    #expect(
      SurfaceDifference(from: UsedProgram.graph([Self.call]), to: UsedProgram.graph([moved]))
        .changes.isEmpty)
  }

  @Test func `Uses are compared only if both builds have them`() {
    let difference = SurfaceDifference(
      from: UsedProgram.graph(nil), to: UsedProgram.graph([Self.call]))
    #expect(!difference.comparesUses)
    #expect(difference.changes.isEmpty)
  }

  @Test func `The graph of a program knows uses if they were looked at`() throws {
    let program = try InspectedProgram(paths: [])
    #expect(!program.graph().usesAreKnown)
    #expect(program.graph(uses: []).usesAreKnown)
    #expect(program.graph(uses: [Self.call]).uses.map(\.use) == [Self.call])
  }

  @Test func `A report says when uses were not read`() {
    #expect(CheckReport([]).lines == ["no problems"])
    #expect(
      CheckReport([], usesAreKnown: false).lines == ["no problems; uses were not read"])
  }

  @Test func `Entries of the baseline about uses are not stale if uses were not read`() {
    let unused = UsedProgram.graph([]).problems.map { Finding($0, in: UsedProgram.graph([])) }
    let other = Finding(code: "missingWireEnd", severity: .error, message: "m", subject: "s")
    let baseline = Baseline(unused + [other])
    #expect(unused.contains { $0.code == "unusedDeclaration" })
    #expect(
      CheckReport([], baseline: baseline, usesAreKnown: false).findings.map(\.subject)
        == ["missingWireEnd s"])
    #expect(CheckReport([], baseline: baseline).findings.count == unused.count + 1)
  }
}
