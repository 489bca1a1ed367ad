public import Declarations

extension ModuleGraph {
  /// A wire that connects a source to a target.
  public struct Wire: Sendable, Hashable {
    /// An end of a wire.
    public struct End: Sendable, Hashable, Codable {
      /// The kind of an end.
      ///
      /// Later versions may add kinds.
      public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        public let rawValue: String

        public init(rawValue: String) {
          self.rawValue = rawValue
        }

        public var description: String { rawValue }

        /// An event of RheaTime, by its string.
        public static let event = Kind(rawValue: "event")
        /// A route of Khala, by its address or pattern.
        public static let call = Kind(rawValue: "call")
        /// A shared relay, by its key.
        public static let relay = Kind(rawValue: "relay")
        /// A task, or several.
        public static let task = Kind(rawValue: "task")
        /// An event of TaskKit.
        public static let taskEvent = Kind(rawValue: "taskEvent")
        /// A job of a store, by its name.
        public static let job = Kind(rawValue: "job")
        /// A notification, by its name.
        public static let notification = Kind(rawValue: "notification")
        /// A closure without further information.
        public static let closure = Kind(rawValue: "closure")
      }

      public var kind: Kind

      /// The names of the nodes at the end.
      ///
      /// Only ends of tasks may have several.
      public var names: [String]

      /// A Boolean value that indicates whether the names are expressions, whose values only the
      /// running program knows.
      public var isUnresolved = false

      /// The observed states of a task or a job.
      ///
      /// An empty array means all states.
      public var states: [String]

      /// The queue of a job that is declared in other programs, which is not missing.
      public var queue: String?

      /// A Boolean value that indicates whether the job is stored in the transaction of the code
      /// that publishes the event.
      public var isDurable = false

      /// Creates an end with one name.
      public init(
        _ kind: Kind, _ name: String, isUnresolved: Bool = false, states: [String] = []
      ) {
        self.init(kind, [name], isUnresolved: isUnresolved, states: states)
      }

      /// Creates an end.
      public init(
        _ kind: Kind, _ names: [String], isUnresolved: Bool = false, states: [String] = [],
        queue: String? = nil, isDurable: Bool = false
      ) {
        self.kind = kind
        self.names = names
        self.isUnresolved = isUnresolved
        self.states = states
        self.queue = queue
        self.isDurable = isDurable
      }

      private enum CodingKeys: String, CodingKey {
        case kind, names, states, queue
      }
    }

    /// A description of the wire: `event userDidLogin -> task RefreshFeed`.
    public var text: String
    public var from: End
    public var to: End
    /// A Boolean value that indicates whether the wire carries only some values.
    public var isFiltered: Bool
    /// A Boolean value that indicates whether the wire converts its values.
    public var isMapped: Bool
    /// A Boolean value that indicates whether the wire carries events in both directions, without
    /// sending them back.
    public var isJoined: Bool
    /// The source location of the wire.
    public var location: CodeLocation?
    /// A Boolean value that indicates whether the wire is declared.
    ///
    /// Otherwise the program added it.
    public var isDeclared: Bool

    /// Creates a wire.
    public init(
      text: String, from: End, to: End, isFiltered: Bool = false, isMapped: Bool = false,
      isJoined: Bool = false, location: CodeLocation? = nil, isDeclared: Bool = false
    ) {
      self.text = text
      self.from = from
      self.to = to
      self.isFiltered = isFiltered
      self.isMapped = isMapped
      self.isJoined = isJoined
      self.location = location
      self.isDeclared = isDeclared
    }
  }
}

extension ModuleGraph.Wire.End: CustomStringConvertible {
  /// The kind and the names: `task RefreshFeed`, `task Sync (succeeded)`, `job Send (durable)`.
  public var description: String {
    let name = names.joined(separator: ", ")
    let details = states + (isDurable ? ["durable"] : [])
    return details.isEmpty
      ? "\(kind) \(name)" : "\(kind) \(name) (\(details.joined(separator: ", ")))"
  }
}

// Programs without a graph do not include these.

extension CodeLocation: LosslessStringConvertible {
  /// Parses a location such as `Module/File.swift:12`, or returns `nil` for another format.
  public init?(_ description: String) {
    guard let colon = description.lastIndex(of: ":"), colon != description.startIndex,
      let line = UInt32(description[description.index(after: colon)...])
    else { return nil }
    self.init(fileID: String(description[..<colon]), line: Int(line))
  }
}

extension CodeLocation: Comparable {
  /// Orders locations by file, line and column.
  public static func < (left: Self, right: Self) -> Bool {
    (left.fileID, left.line, left.column ?? 0) < (right.fileID, right.line, right.column ?? 0)
  }
}
