internal import Synchronization
internal import ToolkitTrace

/// A history of calls in Khala that writes them to the log of the process.
///
/// ```swift
/// Logs.attach(Logs.preferredSink())
/// Khala.history = LogHistory(redactedKeys: ["token", "password"])
/// Khala.isEnabledLog = true
/// ```
///
/// Each call is a record with the severity `info`, the source `Khala`, and the attributes
/// `khala.url` and `khala.parameters`. The parameters are in JSON.
public final class LogHistory: KhalaHistory, Sendable {
  private let redactedKeys: Set<String>
  private let isOn = Atomic(false)

  /// Creates a history that is not enabled.
  ///
  /// - Parameter redactedKeys: The keys whose values are written as `•••`, in the same way as for
  ///   `KhalaLogConfiguration.redactedKeys`.
  public init(redactedKeys: Set<String> = []) {
    self.redactedKeys = redactedKeys
  }

  public var isEnabled: Bool {
    get { isOn.load(ordering: .relaxed) }
    set { isOn.store(newValue, ordering: .relaxed) }
  }

  public func write(_ value: KhalaNode) {
    guard isEnabled, Logs.hasSinks else { return }
    let (url, parameters) = value.textsForLog(redactedKeys: redactedKeys)
    Logs.write(
      LogRecord(
        nanosecondsSince1970: MonotonicTime.nanosecondsSince1970(), severity: .info,
        source: "Khala", message: "\(url) \(parameters)",
        attributes: ["khala.url": url, "khala.parameters": parameters],
        span: Trace.currentLink))
  }
}
