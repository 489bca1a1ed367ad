import ModuleGraph

extension LSP.SymbolKind {
  /// The symbol that fits the kind of a declaration best; the protocol has none of its own.
  init(_ kind: ModuleGraph.Node.Kind) {
    switch kind {
    case .routeClass: self = .class
    case .route: self = .method
    case .contract: self = .interface
    case .event, .taskEvent, .notification: self = .event
    case .relay: self = .property
    case .wire: self = .operator
    default: self = .function
    }
  }
}
