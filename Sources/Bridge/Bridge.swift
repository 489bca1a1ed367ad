import Khala
import Pharos
import ProcessLifecycle
public import RecordFormat
import RheaTime
import TaskKit

/// A namespace for wires between events, tasks, routes and relays, and for the graph of the app.
///
/// ```swift
/// #bridge(on: .userDidLogin, run: "RefreshFeed")
/// ```
public enum Bridge {
  /// A function that handles problems.
  public typealias ErrorHandler = @Sendable (BridgeError) -> Void

  /// The function that receives the errors of wires.
  ///
  /// The default writes one line to standard error. A fresh state of `withFreshState` starts with
  /// the current handler, and its changes apply only there.
  ///
  /// - Concurrency: Called on the thread where the problem occurred, without holding a lock.
  public static var errorHandler: ErrorHandler {
    get { BridgeCenter.current.errorHandler }
    set { BridgeCenter.current.errorHandler = newValue }
  }

  /// The default of ``hopLimit``.
  static let defaultHopLimit = 32

  /// The maximum number of consecutive wires, 32 by default.
  ///
  /// A longer chain is treated as a cycle, which is cut and reported. A slow cycle is treated as
  /// intended and is not cut: one that takes more than a second for half of this number.
  public static var hopLimit: Int {
    get { BridgeCenter.current.hopLimit }
    set { BridgeCenter.current.hopLimit = newValue }
  }

  /// The connected wires, in the order in which they were connected, and the wires that could not
  /// be connected.
  public static var wires: [Wire] { BridgeCenter.current.wires }
}

extension Bridge {
  /// Sets one handler for the errors of all products.
  ///
  /// ```swift
  /// Bridge.handleErrors { error in logger.error("\(error)") }
  /// ```
  ///
  /// It replaces the `errorHandler` of `Rhea`, `Khala`, `RelaySettings`, `TaskManager` and
  /// `Bridge`. In a fresh state, it applies only there. Outside a fresh state, it also replaces the
  /// handler of `ProcessLifecycle`, which belongs to the process.
  ///
  /// - Parameter handler: The handler. It is called on the thread where the problem occurred,
  ///   without holding a lock.
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
  /// Opens routes with which the modules of the app control tasks and trigger events.
  ///
  /// | URL | effect |
  /// |---|---|
  /// | `kl://tasks/run?name=…` | runs a task |
  /// | `kl://tasks/pause?name=…`, `resume`, `cancel` | as `TaskManager` does |
  /// | `kl://events/trigger?name=…` | triggers an event, with all other values as its `param` |
  ///
  /// Calls from outside cannot reach these routes. They do not exist unless you call this function.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The routes, with which to remove them.
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
