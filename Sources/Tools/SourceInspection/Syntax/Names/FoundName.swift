import ModuleGraph

/// A name in a source, by the offsets of its bytes.
struct FoundName {
  let role: NameRole
  let form: SourceName.Form
  let text: String
  let range: Range<Int>
  let verb: ModuleGraph.Edge.Kind
  let isInDeclaration: Bool
}
