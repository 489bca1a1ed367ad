package import ModuleGraph

/// A declaration in a source.
package struct SourceDeclaration: Sendable, Hashable {
  /// The kind of the node that its record becomes.
  package var kind: ModuleGraph.Node.Kind
  /// The name: of a task, of an event that a callback listens to, the pattern of a route,
  /// the URL of a contract.
  package var name: String
  /// The range of the name, or of the macro's own name if it has none.
  package var nameRange: TextRange
  /// The range of the whole declaration.
  package var range: TextRange
  /// The documentation comment, without its marks.
  package var documentation: String?

  package init(
    kind: ModuleGraph.Node.Kind, name: String, nameRange: TextRange, range: TextRange,
    documentation: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.nameRange = nameRange
    self.range = range
    self.documentation = documentation
  }
}
