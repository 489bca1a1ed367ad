/// Writes down what is called.
///
/// ``Khala/history`` is one that writes to files; replace it to write elsewhere. One
/// of your own is a final class, which may inherit from `NSObject`, with a state that
/// several threads may use:
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
/// - Concurrency: Asked from whatever thread calls.
public protocol KhalaHistory: AnyObject, Sendable {
  /// A Boolean value that indicates whether calls are written down.
  var isEnabled: Bool { get set }

  /// A call is about to be made; it may still come to nothing.
  func write(_ value: KhalaNode)
}

extension KhalaLog: KhalaHistory {
  public func write(_ value: KhalaNode) {
    write(url: value.address.textWithoutQuery, parameters: value.contents.info())
  }
}

extension KhalaLog {
  /// A log whose problems go where those of calls go.
  static func ofProcess(
    configuration: KhalaLogConfiguration = KhalaLogConfiguration()
  ) -> KhalaLog {
    var configuration = configuration
    configuration.errorHandler = { Khala.report(.logFailed($0)) }
    return KhalaLog(configuration: configuration)
  }
}

extension Khala {
  /// Writes down what is called, once it is enabled.
  ///
  /// At first, a ``KhalaLog`` in the user's folder for such things, which reports
  /// what goes wrong to ``errorHandler``.
  public static var history: any KhalaHistory {
    get { settings.values.history }
    set { change { $0.history = newValue } }
  }

  /// A Boolean value that indicates whether calls are written down; they are not unless
  /// this is set.
  public static var isEnabledLog: Bool {
    get { history.isEnabled }
    set { history.isEnabled = newValue }
  }
}
