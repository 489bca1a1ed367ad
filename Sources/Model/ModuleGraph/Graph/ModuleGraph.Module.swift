extension ModuleGraph {
  /// A module with declarations, or with code that uses declarations of others.
  public struct Module: Sendable, Hashable, Codable, Identifiable {
    public let name: String

    /// The number of declared nodes of each kind, in the order of the graph.
    public let counts: [Count]

    /// The executables and libraries with its records, if they are known.
    public let images: [String]

    public var id: String { name }

    /// The number of declared nodes.
    public var nodeCount: Int { counts.reduce(0) { $0 + $1.count } }

    /// The number of nodes of a kind.
    public struct Count: Sendable, Hashable, Codable {
      public let kind: Node.Kind
      public let count: Int
    }
  }

  /// An edge from a module to another module that it uses.
  public struct ModuleEdge: Sendable, Hashable, Codable {
    /// A reason for an edge between modules.
    public struct Reason: Sendable, Hashable, Codable {
      /// The kind of the underlying edge between nodes.
      ///
      /// It is `shares` for two modules that name the same event, relay or notification, so that
      /// neither depends on the other.
      public let kind: Edge.Kind
      /// The node that connects the modules.
      public let node: Node.ID
      /// The reason as a sentence without a period: `task Sync requires task Login`.
      public let text: String
      /// The origin of a use in code, or `nil` for declarations.
      public let origin: Use.Origin?
      /// The number of times that traces contain the use, or `nil` for other origins.
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

      /// A Boolean value that indicates whether one module depends on the other for this reason.
      ///
      /// It is `false` if they only share a name, for example if code of one module triggers an
      /// event that the other observes.
      public var isDependency: Bool {
        kind != .shares && (origin == nil || !Edge.Kind.sharing.contains(kind))
      }
    }

    /// The name of the using module.
    public let from: String

    /// The name of the used module.
    public let to: String

    /// The reasons, without repetitions.
    public let reasons: [Reason]

    /// A Boolean value that indicates whether one module depends on the other.
    ///
    /// Otherwise they only share names.
    public var isDependency: Bool { reasons.contains(where: \.isDependency) }
  }
}

extension ModuleGraph.Edge.Kind {
  /// Two modules name the same event, relay or notification.
  ///
  /// Only edges between modules have this kind.
  public static let shares = Self(rawValue: "shares")

  /// The verbs of uses that do not make the using module depend on another.
  fileprivate static let sharing: Set<Self> = [.triggers, .notifies, .reads, .sets, .names]
}
