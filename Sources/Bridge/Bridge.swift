/// Joins events, tasks, routes and relays with wires, and shows the whole.
///
/// ```swift
/// #bridge(on: .userDidLogin, run: "RefreshFeed")
/// ```
public enum Bridge {
  /// A function that handles problems.
  public typealias ErrorHandler = @Sendable (BridgeError) -> Void

  /// Called with the errors of wires.
  ///
  /// The default writes one line to standard error. A fresh state of
  /// `withFreshState` begins with the handler that it finds, and what it sets ends
  /// with it.
  ///
  /// - Concurrency: Called on whichever thread met the problem, with no lock held.
  public static var errorHandler: ErrorHandler {
    get { BridgeCenter.current.errorHandler }
    set { BridgeCenter.current.errorHandler = newValue }
  }

  /// The default of ``hopLimit``.
  static let defaultHopLimit = 32

  /// The number of wires that may lead to each other before they are taken for a cycle,
  /// which is cut and reported: 32 unless it is set.
  ///
  /// Wires that lead back to where they begin at their own pace, once a second or slower,
  /// are no mistake and go on.
  public static var hopLimit: Int {
    get { BridgeCenter.current.hopLimit }
    set { BridgeCenter.current.hopLimit = newValue }
  }

  /// The wires that are connected, in the order in which that happened, and those that
  /// could not be.
  public static var wires: [Wire] { BridgeCenter.current.wires }
}
