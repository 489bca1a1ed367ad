import CommandLineKit
import HarborContracts

extension Command {
  /// The day, as it passes.
  static let day = Command(
    CommandSyntax(
      name: "day",
      summary: "Run a day at the port, and show its log; the default command.",
      options: [.speed, .json])
  ) { invocation in
    let terminal = invocation.terminal
    let isJSON = invocation.isJSON
    let summary = try await invocation.runDay { moment in
      if isJSON { return terminal.print(moment.json.description) }
      terminal.print(moment.line(on: terminal))
      terminal.show(progress: moment.fraction, moment.time)
    }
    if isJSON {
      return terminal.print(summary.json.description)
    }
    terminal.print("")
    for line in summary.lines { terminal.print(line) }
    if !summary.isComplete { terminal.note("the day was stopped early") }
  }
}

extension Invocation {
  /// Runs a day at the speed that is asked for.
  func runDay(
    speed standard: Double = 1, _ report: @escaping @Sendable (DayMoment) -> Void
  ) async throws -> DaySummary {
    let speed = try arguments.positive(.speed, default: standard)
    defer { terminal.endProgress() }
    return try await HarborDay.run(in: context, speed: speed, report: report)
  }

  /// Runs a day of which only the progress is shown.
  func runQuietDay() async throws {
    let terminal = terminal
    _ = try await runDay(speed: 10) { terminal.show(progress: $0.fraction, $0.time) }
  }
}

extension DayMoment {
  /// The moment on one line.
  func line(on terminal: Terminal) -> String {
    let module = module + String(repeating: " ", count: max(0, 9 - module.count))
    return "\(terminal.styled(time, .dim))  \(terminal.styled(module, .cyan))  \(text)"
  }

  /// The moment as JSON.
  var json: ConsoleValue {
    [
      "time": .string(time), "module": .string(module), "text": .string(text),
      "fraction": .number(fraction),
    ]
  }
}

extension DaySummary {
  /// The summary as JSON.
  var json: ConsoleValue { ["summary": .texts(lines), "isComplete": .bool(isComplete)] }
}
