import Declarations

extension GraphDraft {
  /// Reads a record of `#uses`, which names what its module uses at run time.
  mutating func readUse(_ record: DeclaredRecord, _ schema: UseSchema) {
    let target = Node.Kind(rawValue: schema.target)
    var name = record.name
    if target == .relay, name.isUnresolved, let declared = declaredKeys.name(for: record.key) {
      name = SourceName(declared)
    }
    uses.append(
      ModuleGraph.Use(
        .use(of: target), target, name.text, module: record.module, location: record.location,
        origin: .record))
  }
}

extension ModuleGraph.Edge.Kind {
  /// Returns the verb for what code does with a thing of a kind, as far as the kind implies it.
  ///
  /// A relay may be read or set, and things of other kinds are only known to be named.
  static func use(of target: ModuleGraph.Node.Kind) -> Self {
    switch target {
    case .route: .calls
    case .event, .notification: .triggers
    case .task: .runs
    case .job: .enqueues
    default: .names
    }
  }
}
