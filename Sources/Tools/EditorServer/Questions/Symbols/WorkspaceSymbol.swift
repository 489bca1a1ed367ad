package import ModuleGraph

/// A declaration of the workspace.
package struct WorkspaceSymbol: Sendable, Hashable {
  package var name: String
  package var kind: ModuleGraph.Node.Kind
  package var module: String?
  package var place: FileRange

  package init(
    name: String, kind: ModuleGraph.Node.Kind, module: String?, place: FileRange
  ) {
    self.name = name
    self.kind = kind
    self.module = module
    self.place = place
  }
}
