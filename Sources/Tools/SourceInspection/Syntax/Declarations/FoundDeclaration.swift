import ModuleGraph

/// A declaration in a source, by the offsets of its bytes.
struct FoundDeclaration {
  let kind: ModuleGraph.Node.Kind
  let name: String
  let nameRange: Range<Int>
  let range: Range<Int>
  let documentation: String?
}
