import CommandLineKit
import HarborContracts
import SectionRegistry

extension Command {
  /// All that is wrong.
  static let doctor = Command(
    CommandSyntax(
      name: "doctor", summary: "Find all problems of the app.",
      options: [.json],
      discussion: """
        Checks the records of the binary, the routes, the relays, the wires, the launch and the \
        graph of all modules. If it finds an error, the exit code is 1.
        """)
  ) { invocation in
    let findings = Diagnosis.findings
    if invocation.isJSON {
      invocation.show(Diagnosis.table(of: findings).json)
    } else {
      for finding in findings { invocation.terminal.print(finding.line(on: invocation.terminal)) }
    }
    let errors = findings.count { $0.severity == .error }
    guard errors == 0 else {
      throw AppExit.failed("the doctor has found \(errors == 1 ? "1 error" : "\(errors) errors")")
    }
    if !invocation.isJSON {
      invocation.terminal.print(
        findings.isEmpty ? "no problems" : "none of these keeps the app from working")
    }
  }
}

/// A problem, and where it shows.
struct Diagnosis: Sendable {
  /// The severity of the problem.
  let severity: ModuleProblem.Severity
  /// The part in which it shows: `records`, `routes`, `graph` and so on.
  let part: String
  /// A sentence that says what is wrong.
  let message: String

  /// The finding on one line.
  func line(on terminal: Terminal) -> String {
    let style: Terminal.Style =
      switch severity {
      case .error: .red
      case .warning: .yellow
      case .notice: .dim
      }
    return "\(terminal.styled(severity.rawValue, style)): \(part): \(message)"
  }

  /// Everything, errors first.
  static var findings: [Diagnosis] {
    // The graph has found most of the problems of the routes, too.
    let graph = Bridge.graph.problems
    let known = Set(graph.map(\.message))
    let problems = [
      "graph": graph, "records": SectionRegistry.problems, "relays": SharedRelays.problems,
      "routes": Khala.problems.filter { !known.contains($0.message) },
    ]
    var findings = problems.sorted { $0.key < $1.key }.flatMap { part, problems in
      problems.map { Diagnosis(severity: $0.severity, part: part, message: $0.textWithLocation) }
    }
    let wires = Bridge.wires.compactMap { wire in wire.latestError.map { "\(wire): \($0)" } }
    let launch = TaskManager.shared.report.runs(of: [.willFinishLaunching, .didFinishLaunching])
    let failures = launch.flatMap(\.tasks).filter(\.outcome.isFailure)
      .map { "'\($0.name)' \($0.outcome)" }
    findings += wires.map { Diagnosis(severity: .error, part: "wires", message: $0) }
    findings += failures.map { Diagnosis(severity: .error, part: "launch", message: $0) }
    return findings.filter { $0.severity == .error } + findings.filter { $0.severity != .error }
  }

  /// The findings, a row each.
  static func table(of findings: [Diagnosis]) -> Table {
    Table(
      ["severity", "part", "message"],
      findings.map { [.string($0.severity.rawValue), .string($0.part), .string($0.message)] })
  }
}

extension ModuleProblem {
  /// The message, and the first source location.
  fileprivate var textWithLocation: String {
    message + (locations.first.map { " (\($0))" } ?? "")
  }
}
