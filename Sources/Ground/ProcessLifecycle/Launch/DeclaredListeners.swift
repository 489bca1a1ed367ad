import SectionRegistry
import Synchronization

/// The listeners that modules declare in the binary.
enum DeclaredListeners {
  /// Returns the declared listeners of a launch phase, in the order of their records.
  static func listeners(for event: ProcessEvent) -> [LifecycleListener.Body] {
    declarations(withKey: event.name).compactMap { declaration in
      if case .listener(let body) = declaration.body { body } else { nil }
    }
  }

  private static let hasRunBeforeMain = Atomic(false)

  /// On the first call, runs the code that modules declare to run before `main`.
  static func runBeforeMain() {
    guard !hasRunBeforeMain.exchange(true, ordering: .relaxed) else { return }
    for declaration in declarations(withKey: LifecycleDeclaration.beforeMainKey) {
      if case .beforeMain(let body) = declaration.body { body() }
    }
  }

  /// Returns the errors of the declarations that can never run.
  static func problems() -> [ProcessLifecycleError] {
    SectionRegistry.records(of: .lifecycleListener).compactMap { record in
      let isLaunchPhase = ProcessEvent(record.key).isLaunchPhase
      let isBeforeMain = record.key == LifecycleDeclaration.beforeMainKey
      guard isLaunchPhase || isBeforeMain else { return .undeclarable(record) }
      // If the value has another type, the problems of the registry already contain this.
      guard let declaration = record.load(as: LifecycleDeclaration.self) else { return nil }
      switch declaration.body {
      case .beforeMain where isLaunchPhase: return .declared(record, as: "beforeMain")
      case .listener where isBeforeMain: return .declared(record, as: "listener")
      default: return nil
      }
    }
  }

  /// Returns the declarations of all records with this key, in the order of the registry.
  private static func declarations(withKey key: String) -> [LifecycleDeclaration] {
    SectionRegistry.records(of: .lifecycleListener)
      .filter { $0.key == key }
      .compactMap { $0.load(as: LifecycleDeclaration.self) }
  }
}

extension ProcessLifecycleError {
  /// Returns the error of a record with a key for which nothing can be declared.
  fileprivate static func undeclarable(_ record: Record) -> Self {
    ProcessLifecycleError(
      .declarationNeverRuns,
      message: """
        the listener declared for '\(record.key)' never runs: declare listeners for \
        '\(LifecycleDeclaration.beforeMainKey)', '\(ProcessEvent.willFinishLaunching)' or \
        '\(ProcessEvent.didFinishLaunching)'. Listen to other events with ProcessLifecycle.on.
        """,
      at: CodeLocation(fileID: record.fileID, line: record.line))
  }

  /// Returns the error of a record whose declaration does not match its key.
  fileprivate static func declared(_ record: Record, as what: String) -> Self {
    ProcessLifecycleError(
      .declarationNeverRuns,
      message: """
        the declaration for '\(record.key)' never runs: it is a '.\(what)', which has another key. \
        Use '.beforeMain' before main, and '.listener' for a launch phase.
        """,
      at: CodeLocation(fileID: record.fileID, line: record.line))
  }
}

/// A listener that a module declares with a record in the binary, instead of adding it at run time.
///
/// ```swift
/// #record("life", key: "didFinishLaunching", as: LifecycleDeclaration.self) {
///   .listener { _ in await Cache.shared.warmUp() }
/// }
/// ```
///
/// The kind of the record is `life`. Its key is `premain` or the name of a launch phase.
public struct LifecycleDeclaration: Sendable {
  /// The function of a declaration, and when it can run.
  enum Body: Sendable {
    case beforeMain(@Sendable () -> Void)
    case listener(LifecycleListener.Body)
  }

  /// The key of records that run before `main`.
  static let beforeMainKey = "premain"

  let body: Body

  /// Declares code that runs before `main`, on the initial thread.
  ///
  /// The code must not wait. In a program with a statically linked standard library, this library
  /// cannot be used before `main`. There, the code runs when the launch phases start, or earlier if
  /// other code that should precede `main` runs earlier.
  public static func beforeMain(_ body: @escaping @Sendable () -> Void) -> Self {
    Self(body: .beforeMain(body))
  }

  /// Declares a listener of a launch phase.
  public static func listener(_ body: @escaping LifecycleListener.Body) -> Self {
    Self(body: .listener(body))
  }
}
