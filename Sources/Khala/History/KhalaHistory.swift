/// Records calls.
///
/// ``Khala/history`` is one that writes to files. Replace it to write elsewhere, with a final class
/// that may inherit from `NSObject`, and whose state several threads may use:
///
/// ```swift
/// final class CustomHistory: NSObject, KhalaHistory {
///   private let isOn = Atomic(false)
///
///   var isEnabled: Bool {
///     get { isOn.load(ordering: .relaxed) }
///     set { isOn.store(newValue, ordering: .relaxed) }
///   }
///
///   func write(_ value: KhalaNode) {
///     print("called:", value.url, value.params)
///   }
/// }
/// ```
///
/// - Concurrency: Called on the thread of the caller.
public protocol KhalaHistory: AnyObject, Sendable {
  /// A Boolean value that indicates whether calls are recorded.
  var isEnabled: Bool { get set }

  /// Records a call before it is made, whether it succeeds or not.
  func write(_ value: KhalaNode)
}

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
  /// Records calls while it is enabled.
  ///
  /// By default, a ``KhalaLog`` in the folder of the user's state, which reports its errors to
  /// ``errorHandler``.
  public static var history: any KhalaHistory {
    get { settings.values.history }
    set { change { $0.history = newValue } }
  }

  /// A Boolean value that indicates whether calls are recorded; `false` by default.
  public static var isEnabledLog: Bool {
    get { history.isEnabled }
    set { history.isEnabled = newValue }
  }
}

extension KhalaNode {
  /// Returns the URL and the parameters of a call as a line of ``KhalaLog`` has them.
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
