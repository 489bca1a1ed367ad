import BinaryRecords
import Declarations
package import ModuleGraph

/// A problem in a program, for people and for tools.
package struct Finding: Sendable, Hashable, Codable {
  package typealias Severity = ModuleProblem.Severity

  /// The kind of the problem: `missingWireEnd`.
  package let code: String

  /// The severity of the finding.
  package var severity: Severity

  /// A sentence that describes the problem and suggests a fix.
  package let message: String

  /// The affected declarations.
  ///
  /// The one to change comes first.
  package let places: [CodeLocation]

  /// Identifies the finding among others of its kind.
  ///
  /// It does not change when lines move or messages change: `wire:event a -> task b`.
  package let subject: String

  /// Creates a finding.
  package init(
    code: String, severity: Severity, message: String, places: [CodeLocation] = [],
    subject: String
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.places = places
    self.subject = subject
  }
}

extension Finding: CustomStringConvertible {
  /// The finding in the format of compilers, with its code:
  /// `Feed/Wires.swift:12: error: the wire … [missingWireEnd]`.
  package var description: String {
    (places.first.map { "\($0): " } ?? "") + "\(severity.rawValue): \(message) [\(code)]"
  }
}

extension Finding: Comparable {
  /// Returns whether a finding is shown before another.
  ///
  /// Errors come first. Findings with the same severity are ordered by source location, starting
  /// with findings without a location, and then by code.
  package static func < (left: Finding, right: Finding) -> Bool {
    if left.severity != right.severity { return left.severity > right.severity }
    switch (left.places.first, right.places.first) {
    case (nil, _?): return true
    case (_?, nil): return false
    case (let one?, let other?) where one != other: return one < other
    default:
      return (left.code, left.subject, left.message) < (right.code, right.subject, right.message)
    }
  }
}

extension Finding {
  /// Creates a finding from a problem of a graph.
  ///
  /// - Parameters:
  ///   - problem: A problem of the graph.
  ///   - graph: The graph, which contains the names of the affected nodes.
  package init(_ problem: ModuleProblem, in graph: ModuleGraph) {
    let things = problem.nodes.compactMap { id in graph.node(id).map { "\($0.kind) \($0.name)" } }
    let names = things.isEmpty ? problem.locations.map(\.fileID) : things
    self.init(
      code: problem.code.rawValue, severity: problem.severity, message: problem.message,
      places: problem.locations, subject: Set(names).sorted().joined(separator: ", "))
  }

  /// Returns the finding for files without declarations, which probably is a mistake.
  static func nothingDeclared(in paths: [String]) -> Finding {
    Finding(
      code: "nothingDeclared", severity: .warning,
      message: "\(paths.joined(separator: ", ")) declares nothing, so nothing was checked. "
        + "Pass the program with its modules linked in. 'modkit doctor' says whether a tool "
        + "removed its records, and 'modkit audit' whether the linker did.",
      subject: "the whole program")
  }

  /// Creates a finding from a problem of the records in a file.
  ///
  /// A running program omits the record.
  init(_ problem: BinaryProblem) {
    let offset = problem.offset.map { " at offset \($0)" } ?? ""
    self.init(
      code: "\(problem.code)", severity: .error,
      message: "\(problem.image)\(offset): \(problem.message).",
      places: [problem.record?.location].compactMap(\.self),
      subject: problem.record.map { "\($0.kind) \($0.key)" } ?? problem.message)
  }
}
