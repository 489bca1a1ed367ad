import BinaryRecords
import Declarations
package import ModuleGraph

extension Finding {
  /// Takes over a problem of a graph.
  ///
  /// - Parameters:
  ///   - problem: One of the problems of the graph.
  ///   - graph: Has the names of what is concerned.
  package init(_ problem: ModuleProblem, in graph: ModuleGraph) {
    let things = problem.nodes.compactMap { id in graph.node(id).map { "\($0.kind) \($0.name)" } }
    let names = things.isEmpty ? problem.locations.map(\.fileID) : things
    self.init(
      code: problem.code.rawValue, severity: problem.severity, message: problem.message,
      places: problem.locations, subject: Set(names).sorted().joined(separator: ", "))
  }

  /// There is nothing to check, which is no reason to be content.
  static func nothingDeclared(in paths: [String]) -> Finding {
    Finding(
      code: "nothingDeclared", severity: .warning,
      message: "\(paths.joined(separator: ", ")) declares nothing, so that nothing was checked. "
        + "Give the program with its modules linked in; 'modkit doctor' says whether a tool has "
        + "removed its records, and 'modkit audit' whether the linker has.",
      subject: "the whole program")
  }

  /// Takes over a problem of the records in a file, because of which a running
  /// program leaves a record out.
  init(_ problem: BinaryProblem) {
    let offset = problem.offset.map { " at offset \($0)" } ?? ""
    self.init(
      code: "\(problem.code)", severity: .error,
      message: "\(problem.image)\(offset): \(problem.message).",
      places: [problem.record?.location].compactMap(\.self),
      subject: problem.record.map { "\($0.kind) \($0.key)" } ?? problem.message)
  }
}
