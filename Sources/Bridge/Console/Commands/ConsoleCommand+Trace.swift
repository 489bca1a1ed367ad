import ToolkitTrace

extension ConsoleCommand {
  /// Records what runs, and shows it.
  static let trace = ConsoleCommand(
    "trace",
    "Starts or stops recording what runs, or shows the recording as Chrome and Perfetto read it.",
    parameters: ["action", "capacity"]
  ) { arguments, _ in
    switch try arguments.choice("action", of: ["start", "stop", "show"]) {
    case "start":
      let capacity = try arguments.optionalInteger("capacity") ?? 16_384
      guard (0...1 << 20).contains(capacity) else {
        throw BridgeConsoleError(.badArgument, "'capacity' has to be from 0 to \(1 << 20) spans")
      }
      Trace.start(capacity: capacity)
      return ["isTracing": true]
    case "stop":
      Trace.stop()
      return ["isTracing": false, "spans": .integer(Trace.snapshot().spans.count)]
    default:
      return try ConsoleCoding.value(
        ConsoleValue.self, from: try Trace.snapshot().chromeTraceJSON())
    }
  }

  /// Shows what runs, while it runs.
  static let watch = ConsoleCommand(
    "watch", "Sends what runs, as it ends, until the client is gone; needs 'trace' to be started.",
    parameters: ["kinds"]
  ) { arguments, session in
    let kinds = try arguments.optionalTexts("kinds")
    try session.addWatch()
    let attachment = Trace.attach(ConsoleSink(session: session, kinds: kinds.map(Set.init)))
    session.whenClosed { attachment.cancel() }
    return ["isTracing": .bool(Trace.isOn)]
  }
}

/// Sends spans to a client.
private struct ConsoleSink: TraceSink {
  let session: ConsoleSession
  /// The kinds that are wanted; nil for all.
  let kinds: Set<String>?

  func receive(_ span: TraceSpan) {
    guard kinds?.contains(span.kind.rawValue) ?? true else { return }
    session.send(
      event: [
        "name": .string(span.name), "kind": .string(span.kind.rawValue),
        "module": .string(span.module), "id": .integer(Int(clamping: span.id.rawValue)),
        "cause": span.cause.map { .integer(Int(clamping: $0.rawValue)) } ?? .null,
        "microseconds": .number(span.duration / .microseconds(1)),
      ])
  }
}
