public import ModuleGraph
public import TaskKit
public import ToolkitTrace

extension ModuleGraph.Live.Trace {
  /// Converts the recording of a trace.
  public init(_ snapshot: TraceSnapshot) {
    self.init(
      spans: snapshot.spans.map { span in
        Span(
          id: span.id.rawValue, name: span.name, kind: span.kind.rawValue,
          module: span.module, start: snapshot.start.duration(to: span.start).microseconds,
          duration: span.duration.microseconds, cause: span.cause?.rawValue,
          links: span.links.map(\.traceParent), attributes: span.attributes)
      },
      dropped: snapshot.dropped,
      startedAt: Int64(snapshot.startSince1970.microseconds))
  }
}

extension ModuleGraph.Live.Run {
  /// Converts the report of a run.
  public init(_ report: TaskRunReport) {
    self.init(
      number: report.number, occasion: report.occasion,
      duration: report.duration.microseconds, workerCount: report.workerCount,
      criticalPath: report.criticalPath, problems: report.problems.map(\.description),
      tasks: report.tasks.map(Entry.init))
  }
}

extension ModuleGraph.Live.Run.Entry {
  /// Converts the report of a task.
  fileprivate init(_ entry: TaskRunReport.Entry) {
    let lane =
      switch entry.lane {
      case .main: "main"
      case .worker(let number): "worker \(number)"
      case .concurrent: "concurrent"
      }
    self.init(
      name: entry.name, lane: lane, start: entry.start.microseconds,
      wait: entry.wait.microseconds, duration: entry.duration.microseconds,
      outcome: entry.outcome.description, isSuccess: entry.outcome.isSuccess,
      attempts: entry.attempts, dependencies: entry.dependencies)
  }
}

extension Duration {
  /// The duration in microseconds, to the nanosecond.
  fileprivate var microseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1_000_000 + Double(attoseconds / 1_000_000_000) / 1_000
  }
}
