import ModuleGraph

/// What a check has found, beside what was known already.
package struct CheckReport: Sendable, Encodable {
  /// What is wrong and was not known, the worst first.
  package let findings: [Finding]
  /// What is wrong and stands in the baseline.
  package let known: [Finding]
  /// What stands in the baseline and is wrong no more.
  package let stale: [Baseline.Entry]

  /// Sorts out findings.
  ///
  /// - Parameters:
  ///   - findings: All that is wrong.
  ///   - baseline: What is known to be wrong.
  package init(_ findings: [Finding], baseline: Baseline = Baseline()) {
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
    self.findings = new
    self.known = known
    stale = baseline.entries.flatMap { entry in
      Array(repeating: entry, count: expected.updateValue(0, forKey: entry) ?? 0)
    }
  }

  /// How many findings of a severity are new.
  package func count(of severity: Finding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }

  /// Whether the program does not pass.
  ///
  /// - Parameter isStrict: Whether warnings count as errors.
  /// - Returns: Whether there is an error, or something of the baseline is no more.
  package func fails(isStrict: Bool) -> Bool {
    let least: Finding.Severity = isStrict ? .warning : .error
    return !stale.isEmpty || findings.contains { $0.severity >= least }
  }

  /// The last line of the report: `2 errors, 1 warning; 3 known`.
  package var summary: String {
    func counted(_ count: Int, _ word: String) -> String? {
      count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    let new = Finding.Severity.allCases.compactMap { counted(count(of: $0), $0.rawValue) }
    let others = [
      known.isEmpty ? nil : "\(known.count) known",
      stale.isEmpty ? nil : "\(stale.count) in the baseline that are no more",
    ].compactMap(\.self)
    let first = new.isEmpty ? "no problems" : new.joined(separator: ", ")
    return ([first] + others).joined(separator: "; ")
  }
}
