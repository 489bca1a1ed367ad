/// A listener that a module declares as a record in the binary instead of
/// adding it while the program runs.
///
/// The record's kind is `life`; its key is the name of the moment:
/// ``beforeMainKey``, or the name of a launch phase.
public struct LifecycleDeclaration: Sendable {
  /// What the declaration runs, and when it may.
  enum Body: Sendable {
    case beforeMain(@Sendable () -> Void)
    case listener(LifecycleListener.Body)
  }

  /// The key of a record that is run before `main`.
  public static let beforeMainKey = "premain"

  let body: Body

  /// Declares code that runs before `main`, on the initial thread.
  ///
  /// It must neither wait nor use Dispatch: in a program with the standard
  /// library linked in, Dispatch is not ready yet.
  public static func beforeMain(_ body: @escaping @Sendable () -> Void) -> Self {
    Self(body: .beforeMain(body))
  }

  /// Declares a listener of a launch phase.
  public static func listener(_ body: @escaping LifecycleListener.Body) -> Self {
    Self(body: .listener(body))
  }
}
