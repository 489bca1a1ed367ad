import Foundation
import Synchronization

extension Khala {
  /// The language of messages.
  public enum Language: String, Sendable {
    /// English.
    case en
    /// Chinese.
    case cn
  }

  /// What is done about problems that nobody catches.
  public typealias ErrorHandler = @Sendable (KhalaError) -> Void

  /// What the process has set.
  struct Settings: Sendable {
    var language = Language.en
    var isEnabledAssert = true
    var rewrite: any KhalaRewrite = FilterRewrite()
    var history: any KhalaHistory = KhalaLog.ofProcess()
    var errorHandler: ErrorHandler = Khala.writeToStandardError
  }

  private static let settings = Mutex(Settings())

  /// Reads one of the settings.
  static func setting<Value: Sendable>(_ path: any KeyPath<Settings, Value> & Sendable) -> Value {
    settings.withLock { $0[keyPath: path] }
  }

  /// Changes one of the settings; the old value is released outside the lock.
  static func set<Value: Sendable>(
    _ path: any WritableKeyPath<Settings, Value> & Sendable, to value: Value
  ) {
    _ = settings.withLock { settings in
      let replaced = settings[keyPath: path]
      settings[keyPath: path] = value
      return replaced
    }
  }

  /// The language of messages; English unless set.
  public static var language: Language {
    get { setting(\.language) }
    set { set(\.language, to: newValue) }
  }

  /// Whether a call of the program's own that comes to nothing stops a debug
  /// build, where the mistake is; so it does unless set.
  ///
  /// Calls with ``call(as:)`` throw instead, and a URL from outside never stops
  /// anything, nor does any call in a release build.
  public static var isEnabledAssert: Bool {
    get { setting(\.isEnabledAssert) }
    set { set(\.isEnabledAssert, to: newValue) }
  }

  /// What decides where calls go.
  public static var rewrite: any KhalaRewrite {
    get { setting(\.rewrite) }
    set { set(\.rewrite, to: newValue) }
  }

  /// Is told of problems that nobody catches: those of calls that return an
  /// optional, and of the log.
  ///
  /// The default writes to standard error.
  ///
  /// - Concurrency: Called on whichever thread met the problem, with no lock
  ///   held.
  public static var errorHandler: ErrorHandler {
    get { setting(\.errorHandler) }
    set { set(\.errorHandler, to: newValue) }
  }

  static func report(_ error: KhalaError) {
    errorHandler(error)
  }

  private static let writeToStandardError: ErrorHandler = { error in
    FileHandle.standardError.write(Data("\(error)\n".utf8))
  }
}
