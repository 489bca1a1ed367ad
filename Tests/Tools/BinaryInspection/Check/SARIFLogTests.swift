import Foundation
import ModuleGraph
import Testing

@testable import BinaryInspection

/// Checks in the format of code-review tools.
@Suite struct SARIFLogTests {
  private static func finding(_ severity: Finding.Severity, _ subject: String) -> Finding {
    Finding(
      code: "missingWireEnd", severity: severity, message: "there is no \(subject).",
      places: [
        CodeLocation(fileID: "Feed/A Wire.swift", line: 12, column: 3),
        CodeLocation(fileID: "Shop/Wires.swift", line: 2),
      ], subject: subject)
  }

  /// The only run of a log, as JSON.
  private static func run(_ report: CheckReport) throws -> [String: Any] {
    let log = SARIFLog(report, toolVersion: "1.2.3", folders: SourceFolders(root: "/nowhere"))
    let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(log))
    let object = try #require(json as? [String: Any])
    #expect(object["version"] as? String == "2.1.0")
    #expect((object["$schema"] as? String)?.hasSuffix("sarif-2.1.0.json") == true)
    let runs = try #require(object["runs"] as? [[String: Any]])
    try #require(runs.count == 1)
    return runs[0]
  }

  @Test func `A path is escaped in a URI as Foundation does`() {
    let path = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init))) + "中😀"
    #expect(
      path.percentEncodedPath == path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed))
  }

  @Test func `A finding has level, message, locations and a fingerprint without line numbers`()
    throws
  {
    let run = try Self.run(CheckReport([Self.finding(.error, "task A")]))
    let results = try #require(run["results"] as? [[String: Any]])
    try #require(results.count == 1)
    let result = results[0]
    #expect(result["ruleId"] as? String == "missingWireEnd")
    #expect(result["level"] as? String == "error")
    #expect(result["baselineState"] as? String == "new")
    #expect((result["message"] as? [String: String])?["text"] == "there is no task A.")
    #expect(
      result["partialFingerprints"] as? [String: String]
        == ["modkitSubject/v1": "missingWireEnd: task A"])
    let locations = try #require(result["locations"] as? [[String: Any]])
    let physical = try #require(locations.first?["physicalLocation"] as? [String: Any])
    #expect(
      physical["artifactLocation"] as? [String: String]
        == ["uri": "Feed/A%20Wire.swift", "uriBaseId": "%SRCROOT%"])
    #expect(physical["region"] as? [String: Int] == ["startLine": 12, "startColumn": 3])
    #expect((result["relatedLocations"] as? [Any])?.count == 1)
  }

  @Test func `Findings with one code and subject have fingerprints that differ`() throws {
    let findings = (1...3).map { line in
      Finding(
        code: "wireCycle", severity: .error, message: "m\(line).",
        places: [CodeLocation(fileID: "Feed/Wires.swift", line: line)], subject: "task A")
    }
    let run = try Self.run(CheckReport(findings))
    let results = try #require(run["results"] as? [[String: Any]])
    let fingerprints = results.compactMap { $0["partialFingerprints"] as? [String: String] }
    #expect(
      fingerprints.compactMap { $0["modkitSubject/v1"] }
        == ["wireCycle: task A", "wireCycle: task A #2", "wireCycle: task A #3"])
  }

  @Test(arguments: zip([Finding.Severity.error, .warning, .notice], ["error", "warning", "note"]))
  func `Every severity has its level`(severity: Finding.Severity, level: String) throws {
    let run = try Self.run(CheckReport([Self.finding(severity, "task A")]))
    #expect((run["results"] as? [[String: Any]])?.first?["level"] as? String == level)
  }

  @Test func `Known findings are included as unchanged and suppressed`() throws {
    let finding = Self.finding(.error, "task A")
    let run = try Self.run(CheckReport([finding], baseline: Baseline([finding])))
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(result["baselineState"] as? String == "unchanged")
    #expect((result["suppressions"] as? [Any])?.count == 1)
  }

  @Test func `Each code is a rule, once, and results point at it`() throws {
    let other = Finding(code: "anotherCode", severity: .notice, message: "m.", subject: "s")
    let run = try Self.run(
      CheckReport([Self.finding(.error, "A"), other, Self.finding(.error, "B")]))
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "modkit")
    #expect(driver["version"] as? String == "1.2.3")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == ["anotherCode", "missingWireEnd"])
    #expect((rules[1]["shortDescription"] as? [String: String])?["text"] == "missing wire end")
    for result in try #require(run["results"] as? [[String: Any]]) {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
  }
}
