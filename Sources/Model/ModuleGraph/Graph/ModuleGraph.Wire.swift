public import Declarations

extension ModuleGraph {
  /// A wire that joins one end to another.
  public struct Wire: Sendable, Hashable {
    /// One end of a wire.
    public struct End: Sendable, Hashable, Codable {
      /// The kind of an end; the list may grow.
      public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        public let rawValue: String

        public init(rawValue: String) {
          self.rawValue = rawValue
        }

        public var description: String { rawValue }

        /// An event of RheaTime, by its text.
        public static let event = Kind(rawValue: "event")
        /// A route of Khala, by its address or pattern.
        public static let call = Kind(rawValue: "call")
        /// A shared relay, by its key.
        public static let relay = Kind(rawValue: "relay")
        /// A task, or several.
        public static let task = Kind(rawValue: "task")
        /// A moment of TaskKit.
        public static let taskEvent = Kind(rawValue: "taskEvent")
        /// A job of a store, by its name.
        public static let job = Kind(rawValue: "job")
        /// A notification, by its name.
        public static let notification = Kind(rawValue: "notification")
        /// A closure, of which nothing more is known.
        public static let closure = Kind(rawValue: "closure")
      }

      public var kind: Kind

      /// The names of what it leads to; several only for tasks.
      public var names: [String]

      /// A Boolean value that indicates whether the names are expressions, whose values
      /// only the running program knows.
      public var isUnresolved = false

      /// The states of a task or a job that it takes from; none for all of them.
      public var states: [String]

      /// The queue of a job that is declared in other programs; such a job is not missing.
      public var queue: String?

      /// Describes an end with one name.
      public init(
        _ kind: Kind, _ name: String, isUnresolved: Bool = false, states: [String] = []
      ) {
        self.init(kind, [name], isUnresolved: isUnresolved, states: states)
      }

      /// Describes an end.
      public init(
        _ kind: Kind, _ names: [String], isUnresolved: Bool = false, states: [String] = [],
        queue: String? = nil
      ) {
        self.kind = kind
        self.names = names
        self.isUnresolved = isUnresolved
        self.states = states
        self.queue = queue
      }

      private enum CodingKeys: String, CodingKey {
        case kind, names, states, queue
      }
    }

    /// The wire in words: `event userDidLogin -> task RefreshFeed`.
    public var text: String
    public var from: End
    public var to: End
    /// A Boolean value that indicates whether it lets only some through.
    public var isFiltered: Bool
    /// A Boolean value that indicates whether it changes what it carries.
    public var isMapped: Bool
    /// A Boolean value that indicates whether it carries both ways, without an echo.
    public var isJoined: Bool
    /// The source location of the wire.
    public var location: CodeLocation?
    /// A Boolean value that indicates whether a declaration stands for it; otherwise
    /// the program has added it.
    public var isDeclared: Bool

    /// Describes a wire.
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
  /// The kind and the names: `task RefreshFeed`, `task Sync (done)`.
  public var description: String {
    let name = names.joined(separator: ", ")
    return states.isEmpty
      ? "\(kind) \(name)" : "\(kind) \(name) (\(states.joined(separator: ", ")))"
  }
}

// Programs without a graph do not carry these.

extension CodeLocation: LosslessStringConvertible {
  /// Reads a location such as `Module/File.swift:12`; `nil` if the text has another form.
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
