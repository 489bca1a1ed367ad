extension ModuleGraph {
  /// Something that a module declares, or that a declaration names.
  public struct Node: Sendable, Hashable, Codable, Identifiable {
    /// The kind of a node; the list may grow, and has every kind of record that users define.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      public var description: String { rawValue }
    }

    /// The certainty that the node is what it says.
    public struct Certainty: RawRepresentable, Sendable, Hashable, Codable,
      CustomStringConvertible
    {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      public var description: String { rawValue }

      /// A declaration stands for it.
      public static let declared = Certainty(rawValue: "declared")
      /// Declarations name it, and none declares it: an event, a relay.
      public static let mentioned = Certainty(rawValue: "mentioned")
      /// Its name is the source of an expression, whose value only the running
      /// program knows.
      public static let unresolved = Certainty(rawValue: "unresolved")
      /// The running program has added it.
      public static let added = Certainty(rawValue: "added")
      /// A declaration names it, and it does not exist.
      public static let missing = Certainty(rawValue: "missing")
    }

    /// Tells the node from every other of the graph, the same in every build of the
    /// same source: `task:RefreshFeed`.
    public let id: String

    public let kind: Kind

    /// The name for people: `RefreshFeed`, `kl://feed/{id}`.
    public var name: String

    /// The module that declares it; nothing if none does.
    public var module: String?

    /// The source locations at which it is declared or, if it is not, named.
    public var locations: [CodeLocation]

    /// The other attributes of the node.
    public var attributes: [Attribute]

    /// The certainty that it is what it says.
    public var certainty: Certainty

    private enum CodingKeys: String, CodingKey {
      case id, kind, name, module
      case locations = "places"
      case attributes, certainty
    }

    /// Describes a node.
    ///
    /// - Parameters:
    ///   - id: Tells it from others; by the kind and the name if left out.
    ///   - kind: What sort of thing it is.
    ///   - name: What people call it.
    ///   - module: The module that declares it; by the first source location if left out and
    ///     a declaration or the program stands for it.
    ///   - locations: Where it is declared or named.
    ///   - attributes: What else is known of it.
    ///   - certainty: How sure that is.
    public init(
      id: String? = nil, kind: Kind, name: String, module: String? = nil,
      locations: [CodeLocation] = [],
      attributes: [Attribute] = [], certainty: Certainty = .declared
    ) {
      self.id = id ?? Self.id(kind, name)
      self.kind = kind
      self.name = name
      let isOwned = certainty == .declared || certainty == .added
      self.module = module ?? (isOwned ? locations.first?.module : nil)
      self.locations = locations
      self.attributes = attributes
      self.certainty = certainty
    }

    /// The id of what has a name of its own: an event, a relay, a notification, a
    /// task, a route, a routing class, a wire.
    public static func id(_ kind: Kind, _ name: String) -> String { "\(kind.rawValue):\(name)" }

    /// The id of what has none: a callback, an observer, a contract, a listener.
    ///
    /// - Parameters:
    ///   - kind: What sort of thing it is.
    ///   - record: The id of its record.
    /// - Returns: The kind, and the id in 16 hexadecimal digits.
    public static func id(_ kind: Kind, record: UInt64) -> String {
      let digits = String(record, radix: 16)
      return "\(kind.rawValue):\(String(repeating: "0", count: 16 - digits.count))\(digits)"
    }

    /// The value of an attribute, if the node has it.
    public subscript(attribute name: String) -> Attribute.Value? {
      attributes.first { $0.name == name }?.value
    }
  }
}

extension ModuleGraph.Node.Kind {
  private init(_ word: String) { self.init(rawValue: word) }

  /// A moment of RheaTime: `event:userDidLogin`.
  public static let event = Self("event")
  /// A callback of RheaTime, by its record: `callback:00…2a`.
  public static let callback = Self("callback")
  /// A routing class of Khala: `class:Feed`.
  public static let routeClass = Self("class")
  /// A route, with all functions that it may lead to: `route:kl://feed/{id}`.
  public static let route = Self("route")
  /// A function with `@KhalaCall`, by its record.
  public static let contract = Self("contract")
  /// A relay that modules share: `relay:cartCount`.
  public static let relay = Self("relay")
  /// An observer of a shared relay, by its record.
  public static let observer = Self("observer")
  /// A task of TaskKit, whatever makes it run: `task:RefreshFeed`.
  public static let task = Self("task")
  /// A moment of TaskKit: `taskEvent:didBecomeActive`.
  public static let taskEvent = Self("taskEvent")
  /// A notification: `notification:accountChanged`.
  public static let notification = Self("notification")
  /// A job, whose payloads a store keeps: `job:SendInvoice`.
  public static let job = Self("job")
  /// A wire that joins two other nodes: `wire:event userDidLogin -> task RefreshFeed`.
  public static let wire = Self("wire")
  /// A listener to a launch phase of the process, by its record.
  public static let listener = Self("listener")

  /// The kinds that the products have, in the order of a graph; others follow by
  /// name.
  public static let known: [Self] = [
    .event, .callback, .routeClass, .route, .contract, .relay, .observer, .taskEvent,
    .notification, .task, .job, .wire, .listener,
  ]
}
