package import ModuleGraph
import Spelling

/// Which modules are near some others, and which a change of them concerns.
///
/// ```swift
/// let focus = ModuleFocus(graph)
/// let near = try focus.modules(within: 1, of: ["Cart"])
/// print(graph.limited(to: near).mermaid())
/// ```
package struct ModuleFocus: Sendable, Hashable {
  /// Which way one looks from a module.
  package enum Direction: String, Sendable, Hashable, CaseIterable {
    /// To what it reaches into, and so needs.
    case upstream
    /// To what reaches into it, and so needs it.
    case downstream
    case both
  }

  /// The modules that there are.
  package let modules: Set<String>

  private var needed: [String: Set<String>] = [:]
  private var needing: [String: Set<String>] = [:]

  /// Looks at a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - includesSharing: Whether modules that only name the same event, relay or
  ///     notification are near each other too.
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

  /// The modules that are at most so many steps away, and those in the middle.
  ///
  /// - Parameters:
  ///   - steps: How many; all that can be reached if left out.
  ///   - names: The modules in the middle.
  ///   - direction: Which way to look. To both sides means ways that only go up and
  ///     ways that only go down: a module that merely needs the same is not near.
  /// - Returns: Their names.
  /// - Throws: A ``FocusError`` if there is no such module.
  /// - Complexity: Linear in the modules and edges that are met.
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

  /// The modules that a change of some concerns: they themselves, and all that
  /// reach into them, be it through others.
  ///
  /// - Parameter changed: Their names.
  /// - Returns: The names of all that are concerned.
  /// - Throws: A ``FocusError`` if there is no such module.
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

/// An error for a name of no module.
package struct FocusError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name that no module has.
  package let name: String

  /// The names that may have been meant, the nearest first.
  package let suggestions: [String]

  init(_ name: String, among modules: Set<String>) {
    self.name = name
    suggestions = EditDistance.nearest(to: name, among: modules, atMost: 2)
  }

  package var description: String {
    """
    no module of the program declares anything under the name \
    '\(name)'.\(NearestNames.question(suggestions)) Correct the name, or list the modules that \
    there are.
    """
  }
}
