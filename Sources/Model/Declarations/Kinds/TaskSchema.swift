/// The detail of a task's record.
///
/// Values that only the running program knows are in ``unresolved``, as written.
package struct TaskSchema: Sendable, Equatable, Encodable {
  /// A reference to another task.
  package enum Reference: Sendable, Equatable, Encodable {
    /// By its name.
    case name(String)
    /// By its type, as written.
    case type(String)

    private enum CodingKeys: String, CodingKey {
      case name, type
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .name(let name): try container.encode(name, forKey: .name)
      case .type(let type): try container.encode(type, forKey: .type)
      }
    }

    init(_ detail: JSONObject) throws(RecordFault) {
      if let type = try detail.text(CodingKeys.type) {
        self = .type(type)
      } else {
        self = .name(try detail.requiredText(CodingKeys.name))
      }
    }
  }

  /// The maximum number of runs of a task.
  package enum Count: Sendable, Equatable, Encodable {
    case times(Double)
    case forever

    fileprivate static let foreverWord = "forever"

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .times(let times): try container.encode(times)
      case .forever: try container.encode(Self.foreverWord)
      }
    }
  }

  // The triggers.

  /// The events, by name.
  package var events: [String]?
  /// The name of the notification.
  package var notification: String?
  /// A cron expression.
  package var cron: String?
  /// The time zone of the expression.
  package var zone: String?
  package var daylightSaving: String?
  /// The first fire time, in seconds since 1970.
  package var date: Double?
  package var count: Count?
  /// The seconds between two fire times.
  package var interval: Double?

  /// The sources of values that only the running program knows, by the keys of the values.
  package var unresolved: [String: String]?

  // The order.

  package var dependsOn: [Reference]?
  package var after: [Reference]?
  /// `true` if the type has a list of dependencies that only the running program can create.
  package var hasMoreDependencies: Bool?

  // The execution.

  /// The traits, as written.
  package var traits: [String]?
  package var isConcurrent: Bool?
  /// `true` if a store keeps its fires.
  package var isDurable: Bool?
  /// The names of the task in earlier builds.
  package var formerNames: [String]?
  package var isolation: String?
  package var isAsync: Bool?
  package var canThrow: Bool?
  /// The type of the result, as written.
  package var result: String?
  /// `true` if the task runs code when the process ends.
  package var hasShutdown: Bool?
  /// The type of the task, qualified with the types around it, or `nil` for a closure.
  package var type: String?

  /// Creates a schema without any values.
  package init() {}

  /// The keys of the values.
  package enum CodingKeys: String, CodingKey {
    // Tasks of events and of schedules use the same key.
    case events = "on"
    case notification = "key"
    case cron, zone, daylightSaving
    case date = "at"
    case count = "repeat"
    case interval = "every"
    case unresolved, dependsOn, after
    case hasMoreDependencies = "dependency"
    case traits
    case isConcurrent = "concurrent"
    case isDurable = "durable"
    case formerNames = "formerly"
    case isolation
    case isAsync = "async"
    case canThrow = "throws"
    case result
    case hasShutdown = "shutdown"
    case type
  }

  /// The names of TaskKit's events, in the order of their numbers.
  package static let eventNames = [
    "willFinishLaunching", "didFinishLaunching", "willEnterForeground", "didEnterBackground",
    "didBecomeActive", "didReceiveMemoryWarning", "willTerminate", "willResignActive",
    "significantTimeChange", "openURL", "willChangeStatusBarOrientation",
    "didChangeStatusBarOrientation", "backgroundRefreshStatusDidChange",
    "userDidTakeScreenshot", "reserved1", "reserved2", "idle", "reload", "demand",
  ]

  /// The key of a priority in ``unresolved``.
  ///
  /// A known priority is in the record.
  package static let priority = "priority"

  /// Returns the source of a value that only the running program knows.
  package func source(of key: CodingKeys) -> String? { unresolved?[key.rawValue] }

  package init(_ detail: JSONObject) throws(RecordFault) {
    typealias Key = CodingKeys
    events = try detail.texts(Key.events)
    notification = try detail.text(Key.notification)
    cron = try detail.text(Key.cron)
    zone = try detail.text(Key.zone)
    daylightSaving = try detail.text(Key.daylightSaving)
    date = try detail.number(Key.date)
    count = try Self.count(in: detail)
    interval = try detail.number(Key.interval)
    if let unresolved = try detail.object(Key.unresolved) {
      var sources: [String: String] = [:]
      for name in unresolved.values.keys { sources[name] = try unresolved.text(AnyKey(name)) }
      self.unresolved = sources
    }
    dependsOn = try Self.references(try detail.objects(Key.dependsOn))
    after = try Self.references(try detail.objects(Key.after))
    hasMoreDependencies = try detail.flag(Key.hasMoreDependencies).orNil
    traits = try detail.texts(Key.traits)
    isConcurrent = try detail.flag(Key.isConcurrent).orNil
    isDurable = try detail.flag(Key.isDurable).orNil
    formerNames = try detail.texts(Key.formerNames)
    isolation = try detail.text(Key.isolation)
    isAsync = try detail.flag(Key.isAsync).orNil
    canThrow = try detail.flag(Key.canThrow).orNil
    result = try detail.text(Key.result)
    hasShutdown = try detail.flag(Key.hasShutdown).orNil
    type = try detail.text(Key.type)
  }

  private static func count(in detail: JSONObject) throws(RecordFault) -> Count? {
    guard case .string(let word)? = detail.values[CodingKeys.count.rawValue] else {
      return try detail.number(CodingKeys.count).map(Count.times)
    }
    guard word == Count.foreverWord else {
      throw RecordFault("'repeat' is '\(word)', but must be a number or 'forever'")
    }
    return .forever
  }

  private static func references(_ objects: [JSONObject]?) throws(RecordFault) -> [Reference]? {
    guard let objects else { return nil }
    var references: [Reference] = []
    for object in objects { references.append(try Reference(object)) }
    return references
  }

  /// A key that the schema does not name.
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
