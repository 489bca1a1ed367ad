import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// `modkit check`, on a program in order and on one that is not.
@Suite struct CheckTests {
  /// Where a test writes, kept for as long as it runs.
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The codes of the findings in a report, with their lines.
  private static func findings(_ report: String) -> [String] {
    report.split(separator: "\n").compactMap { line in
      guard let match = line.firstMatch(of: #/^WiringFixture/Wiring.swift:(\d+): .*\[(\w+)\]$/#)
      else { return nil }
      return "\(match.1) \(match.2)"
    }
  }

  @Test func `A correct program passes, also in strict mode`() async throws {
    let result = try await modkit("check", "--strict", Program.harbor)
    #expect(result.output == "no problems\n")
    #expect(result.status == 0)
  }

  @Test func `All problems are reported with their source locations, and the check fails`()
    async throws
  {
    let result = try await modkit("check", Program.wiring, "--uses", "none", "--at", "2026-01-01")
    #expect(result.status == 1)
    #expect(
      Self.findings(result.output) == [
        "7 taskCycle", "11 unknownDependency", "18 missingWireEnd", "22 wireLoop",
        "26 missingRoute", "28 brokenContract", "39 conflictingRoutes", "44 brokenContract",
        "15 scheduleNeverFires", "20 duplicateWire",
      ])
    #expect(result.lines.last == "8 errors, 2 warnings; uses were not read")
    for hint in [
      "Eggs → Chickens → Eggs", "Did you mean 'Coffee'", "did you mean the function 'cook'?",
      "event bellDidRing -> event doorDidOpen -> event bellDidRing",
      "'plates' is Int here, but String in the route", "  also WiringFixture/Wiring.swift:38",
      "Make 'heat' 'async' in the contract, or mark it '@MainActor'. [brokenContract]",
      "  also WiringFixture/Wiring.swift:50",
    ] { #expect(result.output.contains(hint), "\(hint)") }
  }

  @Test func `Uses in code are checked where there is an index, and a check says if they were not`()
    async throws
  {
    let result = try await modkit("check", Program.wiring, "--at", "2026-01-01")
    #expect(result.lines.last == "8 errors, 2 warnings, 8 notices")
    #expect(
      Self.findings(result.output).filter { $0.hasSuffix("unusedDeclaration") }.map {
        Int($0.prefix(2))
      }
        == [18, 19, 26, 28, 34, 38, 39, 44])
    let copy = folder.path("copy")
    try FileManager.default.copyItem(atPath: Program.wiring, toPath: copy)
    #expect(try await modkit("check", copy).output.hasSuffix("; uses were not read\n"))
    let missing = try await modkit("check", Program.wiring, "--uses", folder.path("index"))
    #expect(missing.status == 66)
    #expect(missing.errors.contains(folder.path("index")))
  }

  @Test func `A schedule with a future fire time is accepted`() async throws {
    let result = try await modkit(
      "check", Program.wiring, "--uses", "none", "--at", "2015-01-01T00:00:00Z")
    #expect(!result.output.contains("scheduleNeverFires"))
    let later = try await modkit("check", Program.wiring, "--uses", "none", "--at", "tomorrow")
    #expect(later.status == 64)
    #expect(later.errors.contains("'--at' must be a date such as 2026-12-31"))
  }

  @Test func `With a baseline, a check fails only for new findings and stale entries`()
    async throws
  {
    let baseline = folder.path("known")
    let written = try await modkit(
      "check", Program.wiring, "--uses", "none", "--write-baseline", baseline)
    #expect(written.status == 0)
    #expect(written.errors.contains("lists 10 known problems"))
    let again = try await modkit(
      "check", Program.wiring, "--uses", "none", "--strict", "--baseline", baseline)
    #expect(again.output == "no problems; 10 known; uses were not read\n")
    #expect(again.status == 0)
    // Another program has none of these problems: the baseline is to be cleaned.
    let mended = try await modkit("check", Program.harbor, "--baseline", baseline)
    #expect(mended.status == 1)
    #expect(mended.lines.count { $0.hasSuffix("[staleBaseline]") } == 10)
    try #"{"version":1,"findings":[]}"#.write(
      toFile: baseline, atomically: true, encoding: .utf8)
    #expect(
      try await modkit("check", Program.wiring, "--uses", "none", "--baseline", baseline).status
        == 1)
  }

  @Test func `A file without declarations fails the check`() async throws {
    let result = try await modkit("check", "/bin/sh")
    #expect(result.status == 0)
    #expect(
      result.output.contains("warning: /bin/sh declares nothing, so nothing was checked"))
    #expect(try await modkit("check", "--strict", "/bin/sh").status == 1)
  }

  @Test func `The default files of the folder are read unless others are given`() async throws {
    let path = folder.path("modkit.baseline")
    _ = try await modkit("check", Program.wiring, "--uses", "none", "--write-baseline", path)
    #expect(try await modkit("check", Program.wiring, "--uses", "none", in: folder.url).status == 0)
    try "{".write(toFile: path, atomically: true, encoding: .utf8)
    let refused = try await modkit("check", Program.wiring, "--uses", "none", in: folder.url)
    #expect(refused.status == 66)
    #expect(refused.errors.hasPrefix("modkit: modkit.baseline is not a baseline"))
  }

  @Test func `For code review, findings have the paths of their files`() async throws {
    let root = Repository.file("Tests")
    let result = try await modkit(
      "check", Program.wiring, "--uses", "none", "--format", "sarif", "--source-root", root.path,
      "--module-folder",
      "WiringFixture=Fixtures/WiringFixture")
    #expect(result.status == 1)
    let runs = try #require(
      try json(result.output, as: [String: Any].self)["runs"] as? [[String: Any]])
    let results = try #require(runs.first?["results"] as? [[String: Any]])
    #expect(results.count == 10)
    #expect(result.output.contains(#""uri" : "Fixtures/WiringFixture/Wiring.swift""#))
    let commands = try await modkit("check", Program.wiring, "--uses", "none", "--format", "github")
    #expect(commands.output.contains("Wiring.swift,line=11,col=1,title=unknownDependency::task "))
  }

  @Test func `The report is written to a file, and JSON marks new and known findings`() async throws
  {
    let path = folder.path("report.json")
    let result = try await modkit(
      "check", Program.wiring, "--uses", "none", "--format", "json", "-o", path)
    #expect(result.output == "")
    let report: [String: Any] = try json(try String(contentsOfFile: path, encoding: .utf8))
    #expect((report["findings"] as? [Any])?.count == 10)
    #expect((report["known"] as? [Any])?.isEmpty == true)
    let nowhere = try await modkit("check", Program.harbor, "-o", folder.path("no/such/file"))
    #expect(nowhere.status == 74)
    #expect(nowhere.errors.contains("/no/such/file cannot be written"))
  }
}
