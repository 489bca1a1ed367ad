import ModuleGraph
import Spelling

/// The findings of a check, apart from those that were known already.
package struct CheckReport: Sendable, Encodable {
  /// The new findings, the worst first; also entries of the baseline that are no problems
  /// any more, so that a baseline only shrinks.
  package let findings: [Finding]
  /// The findings that stand in the baseline.
  package let known: [Finding]
  /// A Boolean value that indicates whether the uses in code were looked at.
  package let usesAreKnown: Bool

  /// The codes of findings that uses in code may be behind.
  private static let codesOfUses: Set<String> = [
    ModuleProblem.Code.unresolvedUse.rawValue, ModuleProblem.Code.unusedDeclaration.rawValue,
    "forbiddenReach", "unlistedReach", "moduleCycle",
  ]

  /// Sorts out findings.
  ///
  /// - Parameters:
  ///   - findings: All that is wrong.
  ///   - baseline: What is known to be wrong.
  ///   - usesAreKnown: Whether the uses in code were looked at. If not, the report says so, and
  ///     entries of the baseline that uses may be behind are not stale.
  package init(
    _ findings: [Finding], baseline: Baseline = Baseline(), usesAreKnown: Bool = true
  ) {
    self.usesAreKnown = usesAreKnown
    var expected = baseline.counts
    var new: [Finding] = []
    var known: [Finding] = []
    for finding in findings.sorted() {
      let entry = Baseline.Entry(finding)
      if let count = expected[entry], count > 0 {
        expected[entry] = count - 1
        known.append(finding)
      } else {
        new.append(finding)
      }
    }
    let stale = expected.flatMap { entry, count in
      !usesAreKnown && Self.codesOfUses.contains(entry.code)
        ? [] : Array(repeating: Finding(stale: entry), count: count)
    }
    self.findings = (new + stale).sorted()
    self.known = known
  }

  /// Returns the number of new findings of a severity.
  package func count(of severity: Finding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }

  /// Returns whether the program does not pass.
  ///
  /// - Parameter isStrict: Whether warnings count as errors.
  /// - Returns: Whether there is something that counts as an error.
  package func fails(isStrict: Bool) -> Bool {
    let least: Finding.Severity = isStrict ? .warning : .error
    return findings.contains { $0.severity >= least }
  }

  /// The last line of the report: `2 errors, 1 warning; 3 known`.
  package var summary: String {
    func counted(_ count: Int, _ word: String) -> String? {
      count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    let new = Finding.Severity.allCases.compactMap { counted(count(of: $0), $0.rawValue) }
    let first = new.isEmpty ? "no problems" : new.joined(separator: ", ")
    return first + (known.isEmpty ? "" : "; \(known.count) known")
      + (usesAreKnown ? "" : "; uses were not looked at")
  }
}

extension Finding {
  /// Makes a finding of an entry of the baseline that is no problem any more.
  fileprivate init(stale entry: Baseline.Entry) {
    self.init(
      code: "staleBaseline", severity: .error,
      message: "'\(entry.subject)' stands in the baseline as \(entry.code) and is no problem any "
        + "more. Take it out, or write the baseline again with --write-baseline.",
      subject: "\(entry.code) \(entry.subject)")
  }
}

extension CheckReport {
  /// The report for people, line by line: each finding as compilers write theirs, then
  /// what they come to.
  package var lines: [String] {
    findings.flatMap(Self.lines) + [summary]
  }

  /// A finding with all of its source locations.
  private static func lines(of finding: Finding) -> [String] {
    [finding.description] + finding.places.dropFirst().map { "  also \($0)" }
  }

  /// The report as commands of GitHub Actions, which show findings at their lines.
  ///
  /// - Parameter folders: Where the sources are.
  /// - Returns: A command a line, and what they come to.
  package func workflowCommands(folders: SourceFolders) -> String {
    let lines = findings.map { finding in
      var properties: [(String, String)] = []
      if let place = finding.places.first {
        properties.append(("file", folders.path(of: place) ?? place.fileID))
        properties.append(("line", "\(place.line)"))
        if let column = place.column { properties.append(("col", "\(column)")) }
      }
      properties.append(("title", finding.code))
      let list = properties.map { name, value in
        "\(name)=\(EscapedText.workflowCommand(EscapedText.line(value), isProperty: true))"
      }
      return "::\(finding.severity.rawValue) \(list.joined(separator: ","))::"
        + EscapedText.workflowCommand(EscapedText.lines(finding.message), isProperty: false)
    }
    return (lines + [summary]).joined(separator: "\n")
  }
}
