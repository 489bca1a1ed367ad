package import ModuleGraph
package import SourceInspection

/// A problem in an open file.
package struct EditorProblem: Sendable, Hashable {
  package var range: TextRange
  package var severity: ModuleProblem.Severity
  /// The code, as `modkit check` has it.
  package var code: String
  package var message: String
  package var fixes: [EditorFix]

  package init(
    range: TextRange, severity: ModuleProblem.Severity, code: String, message: String,
    fixes: [EditorFix] = []
  ) {
    self.range = range
    self.severity = severity
    self.code = code
    self.message = message
    self.fixes = fixes
  }
}
