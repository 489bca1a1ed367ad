/// An event of a trace in the format of Perfetto and `chrome://tracing`.
///
/// The properties have the names of the format.
struct ChromeTraceEvent: Encodable {
  let ph: Phase
  let name: String
  var cat: String?
  let pid: Int32
  let tid: Int
  var ts: Double?
  var dur: Double?
  var id: UInt64?
  var bp: String?
  var args: Arguments?

  /// The kind of an event.
  enum Phase: String, Encodable {
    case metadata = "M"
    case span = "X"
    case arrowStart = "s"
    case arrowEnd = "f"
  }

  /// The values that a reader shows with the event.
  struct Arguments: Encodable {
    var name: String?
    var span: UInt64?
    var cause: UInt64?
    var links: [String]?
    var attributes: [String: String]?
  }

  /// The track of an event.
  struct Place {
    let process: Int32
    let track: Int
    let time: Duration
  }
}

extension ChromeTraceEvent {
  /// Returns the event with the name of the process.
  static func processName(_ process: TraceProcess) -> Self {
    Self(
      ph: .metadata, name: "process_name", pid: process.id, tid: 0,
      args: Arguments(name: process.name))
  }

  /// Returns the event with the name of a track.
  static func trackName(_ name: String, process: Int32, track: Int) -> Self {
    Self(
      ph: .metadata, name: "thread_name", pid: process, tid: track, args: Arguments(name: name))
  }

  /// Returns the event of a span.
  static func span(_ span: TraceSpan, at place: Place) -> Self {
    Self(
      ph: .span, name: span.name, cat: span.kind.rawValue, pid: place.process, tid: place.track,
      ts: microseconds(place.time), dur: microseconds(span.duration),
      args: Arguments(
        span: span.id.rawValue, cause: span.cause?.rawValue,
        links: span.links.isEmpty ? nil : span.links.map(\.traceParent),
        attributes: span.attributes.isEmpty ? nil : span.attributes))
  }

  /// Returns the start of the arrow to this effect.
  static func arrowStart(to effect: TraceSpanID, at place: Place) -> Self {
    Self(
      ph: .arrowStart, name: "cause", cat: "cause", pid: place.process, tid: place.track,
      ts: microseconds(place.time), id: effect.rawValue)
  }

  /// Returns the end of the arrow to this effect, at the enclosing span.
  static func arrowEnd(to effect: TraceSpanID, at place: Place) -> Self {
    Self(
      ph: .arrowEnd, name: "cause", cat: "cause", pid: place.process, tid: place.track,
      ts: microseconds(place.time), id: effect.rawValue, bp: "e")
  }

  /// Returns a duration in the unit of the format.
  ///
  /// Perfetto multiplies it by a thousand and truncates the result. If the nearest `Double` is too
  /// low, such as 1.001 for 1001 nanoseconds, this would lose a nanosecond. The span could then
  /// exceed its enclosing span, and Perfetto would drop it. The next higher `Double` prevents this.
  /// It works for the first hundred days of a recording, in which a `Double` can distinguish
  /// nanoseconds.
  static func microseconds(_ duration: Duration) -> Double {
    let nanoseconds = duration.wholeNanoseconds
    let nearest = Double(nanoseconds) / 1000
    return Int64(nearest * 1000) < nanoseconds ? nearest.nextUp : nearest
  }
}
