/// The latest server-sent events, for clients that each read at their own pace.
///
/// No client has a queue. A client holds the number of the last event that it has read. If later
/// events were dropped in the meantime, it gets the event `reset` and loads a snapshot.
struct LiveEvents: Sendable {
  /// The position of a client: the number of an event, and the feed that counted it.
  struct Cursor: Sendable, Hashable {
    /// Distinguishes the feed from the feeds of earlier processes.
    var epoch: String
    var number: Int
  }

  private let epoch: String
  private let mostEvents: Int
  private let mostBytes: Int
  private var events: [[UInt8]] = []
  /// The number of events that were dropped at the front.
  private var dropped = 0
  /// The size of the events.
  private(set) var size = 0

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - epoch: A string without line breaks that no other list of the same app has.
  ///   - mostEvents: The number of events to keep.
  ///   - mostBytes: The size of the events to keep.
  init(epoch: String, mostEvents: Int = 2_048, mostBytes: Int = 4 << 20) {
    self.epoch = epoch
    self.mostEvents = mostEvents
    self.mostBytes = mostBytes
  }

  /// The position after the last event.
  var end: Cursor { Cursor(epoch: epoch, number: dropped + events.count) }

  /// Parses the position of a client that connects again.
  func cursor(_ lastEventID: String) -> Cursor? {
    let parts = lastEventID.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[1]) else { return nil }
    return Cursor(epoch: String(parts[0]), number: number)
  }

  /// Returns an event in the format of the stream.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - json: The data, on one line.
  ///   - id: The identifier that a client sends when it connects again, if it has one.
  /// - Returns: The bytes of the event.
  static func event(_ type: String, _ json: [UInt8], id: String? = nil) -> [UInt8] {
    Array("\(id.map { "id: \($0)\n" } ?? "")event: \(type)\ndata: ".utf8) + json
      + Array("\n\n".utf8)
  }

  /// Adds an event.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - json: The data, on one line.
  mutating func append(_ type: String, _ json: [UInt8]) {
    let event = Self.event(type, json, id: "\(epoch)-\(dropped + events.count + 1)")
    events.append(event)
    size += event.count
    // A quarter at once, because the front of an array is moved to remove it.
    guard events.count > mostEvents || size > mostBytes else { return }
    var count = 0
    while count < events.count - 1,
      events.count - count > mostEvents * 3 / 4 || size > mostBytes * 3 / 4
    {
      size -= events[count].count
      count += 1
    }
    events.removeFirst(count)
    dropped += count
  }

  /// Returns the events after a position, and moves it to the end.
  ///
  /// If an event after the position is missing, the result is the event `reset`.
  func take(after cursor: inout Cursor) -> [UInt8] {
    let last = cursor
    cursor = end
    guard last.epoch == epoch, last.number >= dropped, last.number <= end.number else {
      return Self.event("reset", Array("{}".utf8), id: "\(epoch)-\(end.number)")
    }
    return Array(events[(last.number - dropped)...].joined())
  }
}
