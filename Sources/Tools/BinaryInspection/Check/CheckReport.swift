import ModuleGraph
import Spelling

/// The findings of a check, without known findings.
package struct CheckReport: Sendable, Encodable {
  /// The new findings, with the most severe first.
  ///
  /// They include entries of the baseline that are no longer problems, so that a baseline can only
  /// become shorter.
  package let findings: [Finding]
  /// The findings that the baseline contains.
  package let known: [Finding]
  /// A Boolean value that indicates whether uses in code were included.
  package let usesAreKnown: Bool

  /// The codes of findings that may depend on uses in code.
  private static let codesOfUses: Set<String> = [
    ModuleProblem.Code.unresolvedUse.rawValue, ModuleProblem.Code.unusedDeclaration.rawValue,
    "forbiddenReach", "unlistedReach", "moduleCycle",
  ]

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - findings: All findings.
  ///   - baseline: The known findings.
  ///   - usesAreKnown: A Boolean value that indicates whether uses in code were included. If not,
  ///     the report states this, and entries of the baseline that depend on uses are not considered
  ///     outdated.
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

  /// Returns the number of new findings with this severity.
  package func count(of severity: Finding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }

  /// Returns whether the check fails.
  ///
  /// - Parameter isStrict: A Boolean value that indicates whether warnings count as errors.
  /// - Returns: `true` if a finding counts as an error.
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
      + (usesAreKnown ? "" : "; uses were not read")
  }
}

extension Finding {
  /// Creates the finding for an entry of the baseline that is no longer a problem.
  fileprivate init(stale entry: Baseline.Entry) {
    self.init(
      code: "staleBaseline", severity: .error,
      message:
        "'\(entry.subject)' is in the baseline as \(entry.code), but is no longer a problem. "
        + "Remove it, or write the baseline again with --write-baseline.",
      subject: "\(entry.code) \(entry.subject)")
  }
}

extension CheckReport {
  /// The report for people as lines: the findings in the format of compilers, followed by a
  /// summary.
  package var lines: [String] {
    findings.flatMap(Self.lines) + [summary]
  }

  /// Returns a finding with all of its source locations.
  private static func lines(of finding: Finding) -> [String] {
    [finding.description] + finding.places.dropFirst().map { "  also \($0)" }
  }

  /// Returns the report as commands of GitHub Actions, which shows findings at their lines.
  ///
  /// - Parameter folders: The folders of the sources.
  /// - Returns: A command on each line, followed by a summary.
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
