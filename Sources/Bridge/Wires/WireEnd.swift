/// One end of a wire, as data.
public struct WireEnd: Sendable, Hashable, Codable {
  /// The sort of thing; the list may grow.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
    /// The word that records and tools use.
    public let rawValue: String

    /// Makes the kind with this word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// An event of RheaTime.
    public static let event = Kind(rawValue: "event")

    /// Calls of Khala, by a URL or a pattern.
    public static let call = Kind(rawValue: "call")

    /// A relay of Pharos, by its key.
    public static let relay = Kind(rawValue: "relay")

    /// A task of TaskKit, by its name.
    public static let task = Kind(rawValue: "task")

    /// An event of TaskKit.
    public static let taskEvent = Kind(rawValue: "taskEvent")

    /// A job of TaskStore, by its name.
    public static let job = Kind(rawValue: "job")

    /// A notification of Foundation's center.
    public static let notification = Kind(rawValue: "notification")

    /// A closure, of which nothing more is known.
    public static let closure = Kind(rawValue: "closure")
  }

  /// The kind of the end.
  public let kind: Kind

  /// Its names: several for a wire that leads to several tasks.
  public let names: [String]

  /// Of a task or a job, the states that the wire is for; none for all of them.
  public let states: [String]

  /// Of a job that is declared in other processes only, its queue.
  public let queue: String?

  /// Describes an end.
  public init(_ kind: Kind, _ names: [String], states: [String] = [], queue: String? = nil) {
    self.kind = kind
    self.names = names
    self.states = states
    self.queue = queue
  }

  /// Describes an end with one name.
  public init(_ kind: Kind, _ name: String) {
    self.init(kind, [name])
  }
}

extension WireEnd: CustomStringConvertible {
  /// The kind and the names: `task RefreshFeed`, `task Sync (done)`.
  public var description: String {
    let name = names.joined(separator: ", ")
    return states.isEmpty
      ? "\(kind.rawValue) \(name)"
      : "\(kind.rawValue) \(name) (\(states.joined(separator: ", ")))"
  }
}
