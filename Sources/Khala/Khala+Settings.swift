import Foundation
import Synchronization
import ToolkitTrace

extension Khala {
  /// The language of messages.
  public enum Language: String, Sendable {
    /// English.
    case en
    /// Chinese.
    case cn
  }

  /// A function that handles errors.
  public typealias ErrorHandler = @Sendable (KhalaError) -> Void

  /// The settings of the process or of a fresh state, with the interceptors, fallbacks and
  /// observers that were added.
  struct Settings: @unchecked Sendable {
    // Why this is Sendable: the rewrite module and the history are used from any thread, as their
    // protocols say. The rest is Sendable.

    var language = Language.en
    var isEnabledAssert = true
    var rewrite: any KhalaRewrite = FilterRewrite()
    var history: any KhalaHistory = KhalaLog.ofProcess()
    var errorHandler: ErrorHandler = Khala.writeToStandardError
    /// In the order in which they are asked.
    var interceptors: [KhalaInterceptor] = []
    /// The latest first.
    var fallbacks: [KhalaFallback] = []
    /// In the order in which they are called.
    var observers: [CallObserver] = []
  }

  /// The settings at one moment: a call takes them all by taking one reference.
  final class CurrentSettings: Sendable {
    let values: Settings
    /// The rewrite module, if it is the one that Khala brings.
    let filters: FilterRewrite?
    /// The history, if it is one that Khala brings.
    private let log: KhalaLog?

    init(_ values: Settings) {
      self.values = values
      filters = values.rewrite as? FilterRewrite
      log = values.history as? KhalaLog
    }

    /// A Boolean value that indicates whether calls are written down.
    var isWritingHistory: Bool { log?.isEnabled ?? values.history.isEnabled }
  }

  /// The current settings.
  static var settings: CurrentSettings { KhalaState.current.settings }

  /// Changes the settings.
  static func change<Result: Sendable>(_ change: (inout Settings) -> Result) -> Result {
    KhalaState.current.change(change)
  }

  /// The language of messages; English unless set.
  public static var language: Language {
    get { settings.values.language }
    set { change { $0.language = newValue } }
  }

  /// A Boolean value that indicates whether a call of the program's own that comes to
  /// nothing stops a debug build, where the mistake is; so it does unless set.
  ///
  /// This is about calls that return an optional: ``call()`` and those with
  /// closures. Calls with ``call(as:blocks:)`` and ``callAsync(as:blocks:)`` throw
  /// instead. A call from outside, such as
  /// ``init(external:params:fileID:line:)-(String,_,_,_)``, never stops anything,
  /// nor does any call in a release build: the problem goes to ``errorHandler``.
  public static var isEnabledAssert: Bool {
    get { settings.values.isEnabledAssert }
    set { change { $0.isEnabledAssert = newValue } }
  }

  /// The module that decides where calls go.
  public static var rewrite: any KhalaRewrite {
    get { settings.values.rewrite }
    set { change { $0.rewrite = newValue } }
  }

  /// The function that is called for problems that no code catches: those of calls that
  /// return an optional, of notifications, and of the log; and for what calls from
  /// outside do not learn.
  ///
  /// The default writes to standard error.
  ///
  /// - Concurrency: Called on whichever thread met the problem, with no lock
  ///   held.
  public static var errorHandler: ErrorHandler {
    get { settings.values.errorHandler }
    set { change { $0.errorHandler = newValue } }
  }

  static func report(_ error: KhalaError) {
    errorHandler(error)
  }

  private static let writeToStandardError: ErrorHandler = { error in
    StandardError.report(error, source: "Khala")
  }
}

/// Settings of rewrite modules and histories that do not keep them, each as long as its object lives.
final class KeptValues<Value: Sendable>: Sendable {
  private struct Entry: @unchecked Sendable {
    // Why this is Sendable: the object is only compared, and reading a weak reference is safe
    // anywhere.
    weak var object: AnyObject?
    let value: Value
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// The value of an object, or `nil` if none was set.
  ///
  /// Setting one forgets those of objects that are gone, whose addresses may be taken again.
  subscript(object: AnyObject) -> Value? {
    get {
      let id = ObjectIdentifier(object)
      // The reference is empty if the address belonged to another object before.
      let entry = entries.withLock { $0[id] }
      return entry?.object == nil ? nil : entry?.value
    }
    set {
      let id = ObjectIdentifier(object)
      let entry = newValue.map { Entry(object: object, value: $0) }
      // What is forgotten is released outside the lock.
      _ = entries.withLock { entries in
        let before = entries
        entries = before.filter { $0.value.object != nil }
        entries[id] = entry
        return before
      }
    }
  }
}
