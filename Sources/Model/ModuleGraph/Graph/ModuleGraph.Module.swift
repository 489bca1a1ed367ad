extension ModuleGraph {
  /// A module that declares something, or whose code uses what others declare.
  public struct Module: Sendable, Hashable, Codable, Identifiable {
    public let name: String

    /// The number of nodes of each kind that it declares, in the order of the graph.
    public let counts: [Count]

    /// The executables and libraries that hold its records, if they are known.
    public let images: [String]

    public var id: String { name }

    /// The number of nodes that it declares.
    public var nodeCount: Int { counts.reduce(0) { $0 + $1.count } }

    /// The number of nodes of a kind.
    public struct Count: Sendable, Hashable, Codable {
      public let kind: Node.Kind
      public let count: Int
    }
  }

  /// An edge for a module that reaches into another.
  public struct ModuleEdge: Sendable, Hashable, Codable {
    /// By what it does.
    public struct Reason: Sendable, Hashable, Codable {
      /// The kind of the edge between nodes that makes it so; `shares` for two
      /// modules that name one event, relay or notification, so that neither
      /// depends on the other.
      public let kind: Edge.Kind
      /// The node by which they are joined.
      public let node: Node.ID
      /// The reason as a sentence without an end: `task Sync requires task Login`.
      public let text: String
      /// The origin of a use in code; `nil` if declarations say it.
      public let origin: Use.Origin?
      /// The number of times that traces have seen the use; `nil` for other origins.
      public let count: Int?

      init(
        kind: Edge.Kind, node: Node.ID, text: String, origin: Use.Origin? = nil,
        count: Int? = nil
      ) {
        self.kind = kind
        self.node = node
        self.text = text
        self.origin = origin
        self.count = count
      }

      /// A Boolean value that indicates whether one module depends on the other by it; `false`
      /// if they only share a name, be it that code of one triggers an event to which the other
      /// listens.
      public var isDependency: Bool {
        kind != .shares && (origin == nil || !Edge.Kind.sharing.contains(kind))
      }
    }

    /// The name of the module that reaches.
    public let from: String

    /// The name of the module that it reaches into.
    public let to: String

    /// Why, each once.
    public let reasons: [Reason]

    /// A Boolean value that indicates whether one depends on the other; otherwise they
    /// only share something.
    public var isDependency: Bool { reasons.contains(where: \.isDependency) }
  }
}

extension ModuleGraph.Edge.Kind {
  /// Two modules name one event, relay or notification; only between modules.
  public static let shares = Self(rawValue: "shares")

  /// The verbs of uses by which the using module does not depend on another.
  fileprivate static let sharing: Set<Self> = [.triggers, .notifies, .reads, .sets, .names]
}
