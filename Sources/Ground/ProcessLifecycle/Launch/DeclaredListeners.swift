import SectionRegistry
import Synchronization

/// The listeners that modules declared in the binary.
enum DeclaredListeners {
  /// The declared listeners of this launch phase, in the order of their
  /// records.
  static func listeners(for event: ProcessEvent) -> [LifecycleListener.Body] {
    declarations(withKey: event.name).compactMap { declaration in
      if case .listener(let body) = declaration.body { body } else { nil }
    }
  }

  private static let hasRunBeforeMain = Atomic(false)

  /// Runs what modules declared to run before `main`, the first time it is
  /// called.
  static func runBeforeMain() {
    guard !hasRunBeforeMain.exchange(true, ordering: .relaxed) else { return }
    for declaration in declarations(withKey: LifecycleDeclaration.beforeMainKey) {
      if case .beforeMain(let body) = declaration.body { body() }
    }
  }

  /// The declarations that will never run, each with the reason.
  static func problems() -> [ProcessLifecycleError] {
    SectionRegistry.records(of: .lifecycleListener).compactMap { record in
      let isLaunchPhase = ProcessEvent(record.key).isLaunchPhase
      let isBeforeMain = record.key == LifecycleDeclaration.beforeMainKey
      guard isLaunchPhase || isBeforeMain else { return .undeclarable(record) }
      // A value of another type is in the registry's own list of problems.
      guard let declaration = record.load(as: LifecycleDeclaration.self) else { return nil }
      switch declaration.body {
      case .beforeMain where isLaunchPhase: return .declared(record, as: "beforeMain")
      case .listener where isBeforeMain: return .declared(record, as: "listener")
      default: return nil
      }
    }
  }

  /// The declarations of all records with this key, in the registry's order.
  private static func declarations(withKey key: String) -> [LifecycleDeclaration] {
    SectionRegistry.records(of: .lifecycleListener)
      .filter { $0.key == key }
      .compactMap { $0.load(as: LifecycleDeclaration.self) }
  }
}

extension ProcessLifecycleError {
  /// A record names a moment that cannot be declared for.
  fileprivate static func undeclarable(_ record: Record) -> Self {
    ProcessLifecycleError(
      .declarationNeverRuns,
      message: """
        the listener declared for '\(record.key)' never runs: a declaration is for \
        '\(LifecycleDeclaration.beforeMainKey)', '\(ProcessEvent.willFinishLaunching)' or \
        '\(ProcessEvent.didFinishLaunching)'. Listen to other events with ProcessLifecycle.on.
        """,
      at: CodeLocation(fileID: record.fileID, line: record.line))
  }

  /// A record declares something that does not fit its moment.
  fileprivate static func declared(_ record: Record, as what: String) -> Self {
    ProcessLifecycleError(
      .declarationNeverRuns,
      message: """
        the declaration for '\(record.key)' never runs: it is a '.\(what)', which belongs to \
        another moment. Before main is '.beforeMain', a launch phase '.listener'.
        """,
      at: CodeLocation(fileID: record.fileID, line: record.line))
  }
}

/// A listener that a module declares as a record in the binary instead of
/// adding it while the program runs.
///
/// ```swift
/// #record("life", key: "didFinishLaunching", as: LifecycleDeclaration.self) {
///   .listener { _ in await Cache.shared.warmUp() }
/// }
/// ```
///
/// The record's kind is `life`; its key is `premain`, or the name of a launch
/// phase.
public struct LifecycleDeclaration: Sendable {
  /// The function of a declaration, and when it may run.
  enum Body: Sendable {
    case beforeMain(@Sendable () -> Void)
    case listener(LifecycleListener.Body)
  }

  /// The key of a record that is run before `main`.
  static let beforeMainKey = "premain"

  let body: Body

  /// Declares code that runs before `main`, on the initial thread.
  ///
  /// It must not wait. In a program with the standard library linked in, that
  /// library is not ready before `main`, and the code runs when the launch phases
  /// begin, or when something else that was to come before `main` does.
  public static func beforeMain(_ body: @escaping @Sendable () -> Void) -> Self {
    Self(body: .beforeMain(body))
  }

  /// Declares a listener of a launch phase.
  public static func listener(_ body: @escaping LifecycleListener.Body) -> Self {
    Self(body: .listener(body))
  }
}
