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
    // This is safe, because the protocols of the rewrite module and the history require that they can
    // be used from any thread. The other properties are Sendable.

    var language = Language.en
    var isEnabledAssert = true
    var rewrite: any KhalaRewrite = FilterRewrite()
    var history: any KhalaHistory = KhalaLog.ofProcess()
    var errorHandler: ErrorHandler = Khala.writeToStandardError
    /// The interceptors in the order in which they run.
    var interceptors: [KhalaInterceptor] = []
    /// The fallbacks, with the latest first.
    var fallbacks: [KhalaFallback] = []
    /// The observers in the order in which they are called.
    var observers: [CallObserver] = []
  }

  /// An immutable snapshot of all settings, which a call gets with one reference.
  final class CurrentSettings: Sendable {
    let values: Settings
    /// The rewrite module, if it is Khala's own.
    let filters: FilterRewrite?
    /// The history, if it is Khala's own.
    private let log: KhalaLog?

    init(_ values: Settings) {
      self.values = values
      filters = values.rewrite as? FilterRewrite
      log = values.history as? KhalaLog
    }

    /// A Boolean value that indicates whether the history records calls.
    var isWritingHistory: Bool { log?.isEnabled ?? values.history.isEnabled }
  }

  /// The current settings.
  static var settings: CurrentSettings { KhalaState.current.settings }

  /// Changes the settings.
  static func change<Result: Sendable>(_ change: (inout Settings) -> Result) -> Result {
    KhalaState.current.change(change)
  }

  /// The language of messages, English by default.
  public static var language: Language {
    get { settings.values.language }
    set { change { $0.language = newValue } }
  }

  /// A Boolean value that indicates whether a failed call of the program itself stops a debug
  /// build, `true` by default.
  ///
  /// It applies to calls that return an optional: ``call()`` and its forms with closures. Calls
  /// with ``call(as:blocks:)`` and ``callAsync(as:blocks:)`` throw an error instead. Calls from
  /// outside, such as ``init(external:params:fileID:line:)-(String,_,_,_)``, never stop the program,
  /// and neither do calls in a release build. Their problems are passed to ``errorHandler``.
  public static var isEnabledAssert: Bool {
    get { settings.values.isEnabledAssert }
    set { change { $0.isEnabledAssert = newValue } }
  }

  /// The module that decides where calls go.
  public static var rewrite: any KhalaRewrite {
    get { settings.values.rewrite }
    set { change { $0.rewrite = newValue } }
  }

  /// The function that receives problems that no code catches.
  ///
  /// These are problems of calls that return an optional, of notifications and of the log. It also
  /// receives the details that calls from outside must not learn.
  ///
  /// The default writes to standard error.
  ///
  /// - Concurrency: Called on the thread where the problem occurred, without holding a lock.
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

/// The settings of rewrite modules and histories that do not store them, each kept for the lifetime
/// of its object.
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
  /// Setting a value removes the entries of deallocated objects, because new objects may reuse
  /// their addresses.
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
      // Removed values are released outside the lock.
      _ = entries.withLock { entries in
        let before = entries
        entries = before.filter { $0.value.object != nil }
        entries[id] = entry
        return before
      }
    }
  }
}
