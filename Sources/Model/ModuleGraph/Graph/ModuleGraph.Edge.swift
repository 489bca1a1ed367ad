extension ModuleGraph {
  /// A relation of one node to another, to be read as a sentence: from, kind, to.
  public struct Edge: Sendable, Hashable, Codable {
    /// The kind of a relation; the list may grow.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      public var description: String { rawValue }

      /// A callback listens to an event.
      public static let listens = Kind(rawValue: "listens")
      /// An event of tasks or a notification runs a task.
      public static let runs = Kind(rawValue: "runs")
      /// A contract calls a route.
      public static let calls = Kind(rawValue: "calls")
      /// A routing class provides a route.
      public static let provides = Kind(rawValue: "provides")
      /// An observer observes a relay.
      public static let observes = Kind(rawValue: "observes")
      /// A task needs the success of another.
      public static let dependsOn = Kind(rawValue: "dependsOn")
      /// A task begins when another is over.
      public static let after = Kind(rawValue: "after")
      /// A wire takes from what is at the beginning of it: from that to the wire.
      public static let wireFrom = Kind(rawValue: "wireFrom")
      /// A wire gives to what is at the end of it.
      public static let wireTo = Kind(rawValue: "wireTo")
    }

    /// The id of a node.
    public let from: Node.ID

    /// The id of a node.
    public let to: Node.ID

    public let kind: Kind

    /// A Boolean value that indicates whether that is sure; it is not if one of them is
    /// named by an expression.
    public var isCertain: Bool

    /// Joins two nodes.
    public init(from: Node.ID, to: Node.ID, kind: Kind, isCertain: Bool = true) {
      self.from = from
      self.to = to
      self.kind = kind
      self.isCertain = isCertain
    }

    private enum CodingKeys: String, CodingKey {
      case from, to, kind
      case isCertain = "certain"
    }
  }
}
