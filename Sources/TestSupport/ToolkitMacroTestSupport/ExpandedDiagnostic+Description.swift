import SwiftDiagnostics

extension ExpandedDiagnostic: CustomStringConvertible {
  /// The diagnostic as a compiler prints it, with its notes and fix-its below.
  public var description: String {
    let head = "\(location?.description ?? "not in the source"): \(severity.name): \(message)"
    let underlined = highlights.map { "  at: \($0)" }
    return ([head] + underlined + notes.map { "  \($0)" } + fixIts.map { "  \($0)" })
      .joined(separator: "\n")
  }
}

extension ExpandedLocation: CustomStringConvertible {
  public var description: String { "\(line):\(column)" }
}

extension ExpandedNote: CustomStringConvertible {
  public var description: String {
    "\(location?.description ?? "not in the source"): note: \(message)"
  }
}

extension ExpandedFixIt: CustomStringConvertible {
  public var description: String { "fix-it: \(message)" }
}

extension DiagnosticSeverity {
  /// The word that a compiler prints.
  fileprivate var name: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    case .remark: "remark"
    @unknown default: "\(self)"
    }
  }
}
