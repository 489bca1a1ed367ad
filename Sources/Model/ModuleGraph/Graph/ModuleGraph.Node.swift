extension ModuleGraph {
  /// A declaration of a module, or something that a declaration names.
  public struct Node: Sendable, Hashable, Codable, Identifiable {
    /// The kind of a node.
    ///
    /// The list may grow, and includes every kind of record that users define.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      public var description: String { rawValue }
    }

    /// The certainty of a node's existence and name.
    public struct Certainty: RawRepresentable, Sendable, Hashable, Codable,
      CustomStringConvertible
    {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      public var description: String { rawValue }

      /// A declaration exists.
      public static let declared = Certainty(rawValue: "declared")
      /// Declarations name it, and none declares it, such as an event or a relay.
      public static let mentioned = Certainty(rawValue: "mentioned")
      /// Its name is the source of an expression, whose value only the running program knows.
      public static let unresolved = Certainty(rawValue: "unresolved")
      /// The running program added it.
      public static let added = Certainty(rawValue: "added")
      /// A declaration names it, but it does not exist.
      public static let missing = Certainty(rawValue: "missing")
    }

    /// The unique id of the node, which is equal in every build of the same source:
    /// `task:RefreshFeed`.
    public let id: String

    public let kind: Kind

    /// The name for people, such as `RefreshFeed` or `kl://feed/{id}`.
    public var name: String

    /// The module that declares it, or `nil` if none does.
    public var module: String?

    /// The source locations that declare it, or that name it if it is not declared.
    public var locations: [CodeLocation]

    /// The other attributes of the node.
    public var attributes: [Attribute]

    /// The certainty of its existence and name.
    public var certainty: Certainty

    private enum CodingKeys: String, CodingKey {
      case id, kind, name, module
      case locations = "places"
      case attributes, certainty
    }

    /// Creates a node.
    ///
    /// - Parameters:
    ///   - id: The unique id, by default made from the kind and the name.
    ///   - kind: The kind.
    ///   - name: The name for people.
    ///   - module: The module that declares it. By default, it is taken from the first source
    ///     location if a declaration or the program provides the node.
    ///   - locations: The source locations that declare or name it.
    ///   - attributes: Further attributes.
    ///   - certainty: The certainty of its existence and name.
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

    /// Returns the id of a node with a unique name: an event, a relay, a notification, a task, a
    /// route, a routing class or a wire.
    public static func id(_ kind: Kind, _ name: String) -> String { "\(kind.rawValue):\(name)" }

    /// Returns the id of a node without a unique name: a callback, an observer, a contract or a
    /// listener.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - record: The id of its record.
    /// - Returns: The kind, and the id in 16 hexadecimal digits.
    public static func id(_ kind: Kind, record: UInt64) -> String {
      let digits = String(record, radix: 16)
      return "\(kind.rawValue):\(String(repeating: "0", count: 16 - digits.count))\(digits)"
    }

    /// The value of an attribute, or `nil` if the node does not have it.
    public subscript(attribute name: String) -> Attribute.Value? {
      attributes.first { $0.name == name }?.value
    }
  }
}

extension ModuleGraph.Node.Kind {
  private init(_ word: String) { self.init(rawValue: word) }

  /// An event of RheaTime: `event:userDidLogin`.
  public static let event = Self("event")
  /// A callback of RheaTime, by its record: `callback:00…2a`.
  public static let callback = Self("callback")
  /// A routing class of Khala: `class:Feed`.
  public static let routeClass = Self("class")
  /// A route, with all functions that it may call: `route:kl://feed/{id}`.
  public static let route = Self("route")
  /// A function with `@KhalaCall`, by its record.
  public static let contract = Self("contract")
  /// A relay that modules share: `relay:cartCount`.
  public static let relay = Self("relay")
  /// An observer of a shared relay, by its record.
  public static let observer = Self("observer")
  /// A task of TaskKit with any trigger: `task:RefreshFeed`.
  public static let task = Self("task")
  /// An event of TaskKit: `taskEvent:didBecomeActive`.
  public static let taskEvent = Self("taskEvent")
  /// A notification: `notification:accountChanged`.
  public static let notification = Self("notification")
  /// A job, whose payloads a store keeps: `job:SendInvoice`.
  public static let job = Self("job")
  /// A wire that joins two other nodes: `wire:event userDidLogin -> task RefreshFeed`.
  public static let wire = Self("wire")
  /// A listener of a launch phase of the process, by its record.
  public static let listener = Self("listener")

  /// The kinds of the products, in the order of a graph.
  ///
  /// Other kinds follow, sorted by name.
  public static let known: [Self] = [
    .event, .callback, .routeClass, .route, .contract, .relay, .observer, .taskEvent,
    .notification, .task, .job, .wire, .listener,
  ]
}
