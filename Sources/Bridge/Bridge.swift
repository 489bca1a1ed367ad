import Khala
import Pharos
import ProcessLifecycle
public import RecordFormat
import RheaTime
import TaskKit

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

extension Bridge {
  /// Sets one handler for the errors of all products.
  ///
  /// ```swift
  /// Bridge.handleErrors { error in logger.error("\(error)") }
  /// ```
  ///
  /// It takes the place of `errorHandler` of `Rhea`, `Khala`, `RelaySettings`, `TaskManager` and
  /// `Bridge`, and ends with the fresh state in which it is set. Outside of one it takes that of
  /// `ProcessLifecycle`, too, which belongs to the process.
  ///
  /// - Parameter handler: The handler. Called on whichever thread met the problem, with no
  ///   lock held.
  public static func handleErrors(_ handler: @escaping @Sendable (any ModularityError) -> Void) {
    Rhea.errorHandler = handler
    Khala.errorHandler = handler
    RelaySettings.errorHandler = handler
    TaskManager.shared.errorHandler = handler
    errorHandler = handler
    if BridgeCenter.current === BridgeCenter.process {
      ProcessLifecycle.errorHandler = handler
    }
  }
}

extension Bridge {
  /// Opens routes by which the modules of the app control tasks and bring events about.
  ///
  /// | URL | what it does |
  /// |---|---|
  /// | `kl://tasks/run?name=…` | runs a task |
  /// | `kl://tasks/pause?name=…`, `resume`, `cancel` | as `TaskManager` does |
  /// | `kl://events/trigger?name=…` | triggers an event; all other values are its `param` |
  ///
  /// Calls from outside cannot reach them, and none is there unless this is called.
  ///
  /// - Parameters:
  ///   - fileID: Where they are opened; leave it out.
  ///   - line: Where they are opened; leave it out.
  /// - Returns: The routes, to be removed.
  /// - Throws: A `KhalaError` if a route cannot be added.
  @discardableResult
  public static func openControlRoutes(
    fileID: String = #fileID, line: Int = #line
  ) throws(KhalaError) -> [KhalaRoute] {
    [
      try Khala.route("kl://tasks/run", fileID: fileID, line: line) { arguments in
        let options = PlainValues.of(arguments.info.lazy.map { ($0.key, $0.value) })
        try TaskManager.shared.runTask(named: try arguments.value("name"), options: options)
      },
      try Khala.route("kl://tasks/pause", fileID: fileID, line: line) { arguments in
        try TaskManager.shared.pauseTask(named: try arguments.value("name"))
      },
      try Khala.route("kl://tasks/resume", fileID: fileID, line: line) { arguments in
        try TaskManager.shared.resumeTask(named: try arguments.value("name"))
      },
      try Khala.route("kl://tasks/cancel", fileID: fileID, line: line) { arguments in
        try TaskManager.shared.cancelTask(named: try arguments.value("name"))
      },
      try Khala.route("kl://events/trigger", fileID: fileID, line: line) { arguments in
        var values = PlainValues.of(arguments.info.lazy.map { ($0.key, $0.value) })
        let name: String = try arguments.value("name")
        values["name"] = nil
        Rhea.trigger(event: RheaEvent(rawValue: name), param: values)
      },
    ]
  }
}
