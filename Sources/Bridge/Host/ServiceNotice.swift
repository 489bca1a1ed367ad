/// A notice of a service to its supervisor.
enum ServiceNotice: Sendable, Hashable {
  /// It does its work.
  case ready
  /// It reads its settings again, since this many microseconds of the clock that
  /// only goes forward.
  case reloading(microseconds: UInt64)
  /// It ends.
  case stopping
  /// The state of the app, in words.
  case status(String)
  /// It is alive.
  case alive

  /// The notice as systemd reads it.
  var text: String {
    switch self {
    case .ready: "READY=1"
    case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
    case .stopping: "STOPPING=1"
    // Another line would be another notice.
    case .status(let text):
      "STATUS=" + text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .alive: "WATCHDOG=1"
    }
  }
}
