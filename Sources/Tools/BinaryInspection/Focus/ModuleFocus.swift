package import ModuleGraph
import Spelling

/// Finds the modules that are near others, and the modules that a change affects.
///
/// ```swift
/// let focus = ModuleFocus(graph)
/// let near = try focus.modules(within: 1, of: ["Cart"])
/// print(graph.limited(to: near).mermaid())
/// ```
package struct ModuleFocus: Sendable, Hashable {
  /// The direction of a search.
  package enum Direction: String, Sendable, Hashable, CaseIterable {
    /// Finds the modules that a module depends on.
    case upstream
    /// Finds the modules that depend on a module.
    case downstream
    case both
  }

  /// The modules of the graph.
  package let modules: Set<String>

  private var needed: [String: Set<String>] = [:]
  private var needing: [String: Set<String>] = [:]

  /// Reads the dependencies in a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - includesSharing: A Boolean value that indicates whether modules are also near each other
  ///     if they only use the same event, relay or notification.
  /// - Complexity: O(*n*) in the edges between modules.
  package init(_ graph: ModuleGraph, includesSharing: Bool = false) {
    var modules = Set(graph.modules.map(\.name))
    for edge in graph.moduleEdges {
      modules.formUnion([edge.from, edge.to])
      guard edge.isDependency || includesSharing else { continue }
      needed[edge.from, default: []].insert(edge.to)
      needing[edge.to, default: []].insert(edge.from)
      guard includesSharing, edge.reasons.contains(where: { $0.kind == .shares }) else { continue }
      needed[edge.to, default: []].insert(edge.from)
      needing[edge.from, default: []].insert(edge.to)
    }
    self.modules = modules
  }

  /// Returns the modules within a number of steps, including the given ones.
  ///
  /// - Parameters:
  ///   - steps: The maximum number of steps. By default, it is unlimited.
  ///   - names: The given modules.
  ///   - direction: The direction. For both directions, only paths that do not change direction are
  ///     used. Two modules with the same dependency are therefore not near each other because of
  ///     it.
  /// - Returns: The names of the modules.
  /// - Throws: A ``FocusError`` if a module does not exist.
  /// - Complexity: Linear in the visited modules and edges.
  package func modules(
    within steps: Int = .max, of names: Set<String>, _ direction: Direction = .both
  ) throws(FocusError) -> Set<String> {
    if let unknown = names.filter({ !modules.contains($0) }).min() {
      throw FocusError(unknown, among: modules)
    }
    return switch direction {
    case .upstream: walk(steps, from: names, along: needed)
    case .downstream: walk(steps, from: names, along: needing)
    case .both:
      walk(steps, from: names, along: needed).union(walk(steps, from: names, along: needing))
    }
  }

  /// Returns the modules that a change affects: the changed modules, and all modules that depend on
  /// them directly or indirectly.
  ///
  /// - Parameter changed: The names of the changed modules.
  /// - Returns: The names of all affected modules.
  /// - Throws: A ``FocusError`` if a module does not exist.
  package func modules(affectedBy changed: Set<String>) throws(FocusError) -> Set<String> {
    try modules(of: changed, .downstream)
  }

  private func walk(
    _ steps: Int, from names: Set<String>, along ways: [String: Set<String>]
  ) -> Set<String> {
    var met = names
    var edge = names
    var left = steps
    while left > 0, !edge.isEmpty {
      edge = edge.reduce(into: Set()) { $0.formUnion(ways[$1] ?? []) }.subtracting(met)
      met.formUnion(edge)
      left -= 1
    }
    return met
  }
}

/// The error for a module that does not exist.
package struct FocusError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the module.
  package let name: String

  /// Suggestions for a misspelled name, with the nearest first.
  package let suggestions: [String]

  init(_ name: String, among modules: Set<String>) {
    self.name = name
    suggestions = EditDistance.nearest(to: name, among: modules, atMost: 2)
  }

  package var description: String {
    """
    no module of the program declares anything under the name \
    '\(name)'.\(NearestNames.question(suggestions)) Correct the name, or list all modules with \
    'modkit list'.
    """
  }
}
