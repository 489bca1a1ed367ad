internal import ToolkitTrace

/// Creates the exports of the signals that have a destination.
struct ExportFactory {
  private let configuration: TelemetryConfiguration
  private let timekeeper: ErasedClock
  private let problems: ProblemLog

  /// Creates a factory.
  init(
    _ configuration: TelemetryConfiguration, timekeeper: ErasedClock, problems: ProblemLog
  ) {
    self.configuration = configuration
    self.timekeeper = timekeeper
    self.problems = problems
  }

  /// Returns the export of spans, or `nil` if it is disabled.
  func traces(_ queue: BatchQueue<TraceSpan>) throws(TelemetryError) -> (any SignalExport)? {
    let batching = configuration.batching
    let exporter = try exporter(
      for: .traces, to: configuration.destination, within: batching.exportTimeout)
    return exporter.map { exporter in
      Batcher(
        queue, as: TraceRequest(resource: configuration.resource), to: exporter,
        delay: batching.delay, timekeeper: timekeeper)
    }
  }

  /// Returns the export of a source of metrics, or `nil` if it is disabled.
  func metrics(
    _ source: @escaping @Sendable () async -> [Metric]
  ) throws(TelemetryError) -> (any SignalExport)? {
    let settings = configuration.metrics
    let exporter = try exporter(
      for: .metrics, to: settings.destination, within: settings.exportTimeout)
    return exporter.map { exporter in
      MetricReader(
        source, of: configuration.resource, to: exporter, interval: settings.interval,
        timekeeper: timekeeper)
    }
  }

  /// Returns the export of log records, or `nil` if it is disabled.
  func logs(_ queue: BatchQueue<LogRecord>) throws(TelemetryError) -> (any SignalExport)? {
    let settings = configuration.logs
    let exporter = try exporter(
      for: .logs, to: settings.destination, within: settings.batching.exportTimeout)
    return exporter.map { exporter in
      Batcher(
        queue, as: LogsRequest(resource: configuration.resource), to: exporter,
        delay: settings.batching.delay, timekeeper: timekeeper)
    }
  }

  private func exporter(
    for signal: TelemetrySignal, to destination: TelemetryConfiguration.Destination,
    within limit: Duration
  ) throws(TelemetryError) -> CountingExporter? {
    let exporter: any RequestExporter
    switch destination {
    case .disabled: return nil
    case .file(let file): exporter = try FileExporter(file)
    case .collector(let collector):
      try collector.checkHeaders()
      exporter = HTTPExporter(
        signal, to: collector, timeLimit: limit, timekeeper: timekeeper,
        transport: CurlTransport())
    }
    return CountingExporter(signal, to: exporter, problems: problems)
  }
}

extension TelemetryCollector {
  /// Checks that each header consists of one line.
  ///
  /// Otherwise, it could add other headers or a body.
  fileprivate func checkHeaders() throws(TelemetryError) {
    let wrong = headers.filter { name, value in
      name.isEmpty || name.contains(":")
        || "\(name)\(value)".utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
    guard let name = wrong.keys.min() else { return }
    // The message does not contain the value, which may be a secret.
    throw TelemetryError(
      .unknownSetting,
      """
      the header '\(ForeignText.clipped(name))' for \(address) has no name, or a colon or control \
      character in it; write it in OTEL_EXPORTER_OTLP_HEADERS as 'name=value'
      """)
  }
}

extension TelemetryConfiguration {
  /// Checks that each file is only used for one signal, as its readers expect.
  func checkFiles() throws(TelemetryError) {
    var signals: [String: TelemetrySignal] = [:]
    let destinations: [(TelemetrySignal, Destination)] = [
      (.traces, destination), (.metrics, metrics.destination), (.logs, logs.destination),
    ]
    for (signal, destination) in destinations {
      guard case .file(let file) = destination else { continue }
      if let other = signals.updateValue(signal, forKey: file.path) {
        throw TelemetryError(
          .unknownSetting,
          """
          '\(file.path)' is the file of \(other) and of \(signal); give each signal a file of its \
          own
          """)
      }
    }
  }
}
