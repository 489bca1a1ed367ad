/// The export of one signal, whatever it is.
protocol SignalExport: Sendable {
  /// Exports until it is closed and nothing is left. Called by one task.
  func run() async

  /// Returns when all that is there has arrived or failed.
  func flush() async

  /// Takes nothing further; ``run()`` returns when it has exported what is left.
  func close()

  /// The numbers of items so far.
  var statistics: TelemetryStatistics { get }
}
