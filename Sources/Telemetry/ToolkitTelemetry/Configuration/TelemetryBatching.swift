/// The sizes and times by which spans or log records are exported in batches.
///
/// The defaults are those of the specification, and so are the variables that
/// ``TelemetryConfiguration/environment`` reads.
public struct TelemetryBatching: Sendable, Hashable {
  /// The number of items that wait at most; further ones are dropped and counted.
  ///
  /// `OTEL_BSP_MAX_QUEUE_SIZE`, 2,048.
  public var queueSize = 2_048 {
    didSet { queueSize = max(1, queueSize) }
  }

  /// The number of items of a batch, at most; never more than ``queueSize``.
  ///
  /// `OTEL_BSP_MAX_EXPORT_BATCH_SIZE`, 512.
  public var batchSize: Int {
    get { min(chosenBatchSize, queueSize) }
    set { chosenBatchSize = max(1, newValue) }
  }

  private var chosenBatchSize = 512

  /// The time that the first item of a batch waits for further ones.
  ///
  /// `OTEL_BSP_SCHEDULE_DELAY`, 5 seconds.
  public var delay = Duration.seconds(5)

  /// The time that the export of a batch takes at most, with all its attempts.
  ///
  /// `OTEL_BSP_EXPORT_TIMEOUT`, 30 seconds.
  public var exportTimeout = Duration.seconds(30)

  /// The defaults for spans.
  public init() {}

  /// The defaults with another delay.
  init(delay: Duration) {
    self.delay = delay
  }
}
