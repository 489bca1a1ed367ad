/// One line of a trace in the format that Perfetto and `chrome://tracing` read.
///
/// The properties are named as in the format.
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

  /// The kind of a line.
  enum Phase: String, Encodable {
    case metadata = "M"
    case span = "X"
    case arrowStart = "s"
    case arrowEnd = "f"
  }

  /// The values that a reader shows beside the event.
  struct Arguments: Encodable {
    var name: String?
    var span: UInt64?
    var cause: UInt64?
    var links: [String]?
    var attributes: [String: String]?
  }

  /// The time line of an event in the picture.
  struct Place {
    let process: Int32
    let track: Int
    let time: Duration
  }
}

extension ChromeTraceEvent {
  /// Gives the process its name.
  static func processName(_ process: TraceProcess) -> Self {
    Self(
      ph: .metadata, name: "process_name", pid: process.id, tid: 0,
      args: Arguments(name: process.name))
  }

  /// Gives a track its name.
  static func trackName(_ name: String, process: Int32, track: Int) -> Self {
    Self(
      ph: .metadata, name: "thread_name", pid: process, tid: track, args: Arguments(name: name))
  }

  /// Draws a span.
  static func span(_ span: TraceSpan, at place: Place) -> Self {
    Self(
      ph: .span, name: span.name, cat: span.kind.rawValue, pid: place.process, tid: place.track,
      ts: microseconds(place.time), dur: microseconds(span.duration),
      args: Arguments(
        span: span.id.rawValue, cause: span.cause?.rawValue,
        links: span.links.isEmpty ? nil : span.links.map(\.traceParent),
        attributes: span.attributes.isEmpty ? nil : span.attributes))
  }

  /// Starts the arrow that leads to this effect.
  static func arrowStart(to effect: TraceSpanID, at place: Place) -> Self {
    Self(
      ph: .arrowStart, name: "cause", cat: "cause", pid: place.process, tid: place.track,
      ts: microseconds(place.time), id: effect.rawValue)
  }

  /// Ends the arrow that leads to this effect, at the span around it.
  static func arrowEnd(to effect: TraceSpanID, at place: Place) -> Self {
    Self(
      ph: .arrowEnd, name: "cause", cat: "cause", pid: place.process, tid: place.track,
      ts: microseconds(place.time), id: effect.rawValue, bp: "e")
  }

  /// A duration as the format wants it.
  ///
  /// Perfetto multiplies by a thousand and cuts the fraction off. Where the
  /// nearest number falls short, 1.001 for 1001 nanoseconds, it would lose a
  /// nanosecond, a span could stick out of the one around it, and Perfetto
  /// would drop it. The next number up survives the cut. That holds for the
  /// first hundred days of a recording, as long as a `Double` can tell
  /// nanoseconds apart.
  static func microseconds(_ duration: Duration) -> Double {
    let nanoseconds = duration.wholeNanoseconds
    let nearest = Double(nanoseconds) / 1000
    return Int64(nearest * 1000) < nanoseconds ? nearest.nextUp : nearest
  }
}
