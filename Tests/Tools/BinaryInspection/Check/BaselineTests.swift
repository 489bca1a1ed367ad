import BinaryInspection
import Foundation
import ModuleGraph
import Testing

/// The file of problems that are known.
@Suite struct BaselineTests {
  private let findings = [
    Finding(code: "b", severity: .error, message: "m.", subject: #"task "A" \ ü"#),
    Finding(code: "a", severity: .notice, message: "m.", subject: "route kl://x/{y}"),
    Finding(code: "a", severity: .notice, message: "m.", subject: "route kl://x/{y}"),
  ]

  @Test func `A written baseline is read back equal, in order`() throws {
    let baseline = Baseline(findings)
    #expect(try Baseline(json: Data(baseline.json.utf8), file: "f") == baseline)
    #expect(baseline.entries.map(\.code) == ["a", "a", "b"])
    #expect(Baseline(findings.reversed()).json == baseline.json)
  }

  @Test(arguments: [
    ("", "it is not JSON"), ("[]", "has another type"),
    (#"{"version":1}"#, "it has no 'findings'"),
    (#"{"version":1,"findings":[{"code":"a"}]}"#, "it has no 'subject'"),
    (#"{"version":"1","findings":[]}"#, "'version' has another type"),
    (#"{"version":2,"findings":[]}"#, "a baseline of version 2, but this modkit reads version 1"),
  ])
  func `An invalid baseline is rejected with the file, the reason and a fix`(
    text: String, reason: String
  ) throws {
    let fault = try #require(throws: Baseline.Fault.self) {
      try Baseline(json: Data(text.utf8), file: "old.baseline")
    }
    #expect(fault.description.contains(reason))
    #expect(fault.description.hasPrefix("old.baseline is "))
    #expect(fault.description.contains("--write-baseline old.baseline"))
  }
}
