/// A recorder of calls.
///
/// The default ``Khala/history`` writes to files. Replace it to record calls elsewhere:
///
/// ```swift
/// class CustomHistory: NSObject, KhalaHistory {
///   func write(_ value: KhalaNode) {
///     print("called:", value.url, value.params)
///   }
/// }
///
/// Khala.history = CustomHistory()
/// ```
///
/// If a class does not declare `isEnabled`, Khala stores the value for it.
///
/// - Concurrency: Called on the thread of the caller, and so by several threads at a time. The
///   compiler does not check this: put mutable state into a `Mutex`, or declare the class `final`
///   and `Sendable`.
public protocol KhalaHistory: AnyObject {
  /// A Boolean value that indicates whether calls are recorded.
  var isEnabled: Bool { get set }

  /// Records a call before it is made, even if it then fails.
  func write(_ value: KhalaNode)
}

extension KhalaHistory {
  public var isEnabled: Bool {
    get { enabledHistories[self] ?? false }
    set { enabledHistories[self] = newValue }
  }
}

/// The values of `isEnabled` of histories that do not store it.
private let enabledHistories = KeptValues<Bool>()

extension KhalaLog: KhalaHistory {
  public func write(_ value: KhalaNode) {
    write(url: value.address.textWithoutQuery, parameters: value.contents.info())
  }
}

extension KhalaLog {
  /// Returns a log that reports its errors to ``Khala/errorHandler``.
  static func ofProcess(
    configuration: KhalaLogConfiguration = KhalaLogConfiguration()
  ) -> KhalaLog {
    var configuration = configuration
    configuration.errorHandler = { Khala.report(.logFailed($0)) }
    return KhalaLog(configuration: configuration)
  }
}

extension Khala {
  /// The object that records calls while it is enabled.
  ///
  /// The default is a ``KhalaLog`` in the user's state folder, which reports its errors to
  /// ``errorHandler``.
  public static var history: any KhalaHistory {
    get { settings.values.history }
    set { change { $0.history = newValue } }
  }

  /// A Boolean value that indicates whether calls are recorded, `false` by default.
  public static var isEnabledLog: Bool {
    get { history.isEnabled }
    set { history.isEnabled = newValue }
  }
}

extension KhalaNode {
  /// Returns the URL and the parameters of a call in the format of ``KhalaLog``.
  ///
  /// The values of `redactedKeys` are omitted, as with ``KhalaLogConfiguration/redactedKeys``.
  package func textsForLog(redactedKeys: Set<String>) -> (url: String, parameters: String) {
    let redaction = LogRedaction(keys: redactedKeys)
    var url: [UInt8] = []
    LogLine.append(url: address.textWithoutQuery, to: &url, redaction: redaction)
    var json = LogJSON(redaction: redaction)
    json.append(object: contents.info())
    return (String(decoding: url, as: UTF8.self), String(decoding: json.bytes, as: UTF8.self))
  }
}
