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
