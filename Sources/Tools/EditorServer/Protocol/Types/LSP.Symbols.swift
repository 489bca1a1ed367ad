extension LSP {
  /// The symbol beside a declaration.
  package enum SymbolKind: Int, Sendable, Encodable {
    case `class` = 5
    case method = 6
    case property = 7
    case interface = 11
    case function = 12
    case variable = 13
    case constant = 14
    case event = 24
    case `operator` = 25
  }

  /// A declaration in one of the documents of the workspace.
  package struct SymbolInformation: Sendable, Encodable {
    package var name: String
    package var kind: SymbolKind
    package var containerName: String?
    package var location: Location

    package init(name: String, kind: SymbolKind, containerName: String?, location: Location) {
      self.name = name
      self.kind = kind
      self.containerName = containerName
      self.location = location
    }
  }
}
