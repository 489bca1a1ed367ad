import ProcessLifecycle
import SectionRegistry
import Synchronization
import ToolkitTrace

/// The events of one world and the callbacks that wait for them: the process's,
/// or that of a test.
///
/// - Concurrency: May be used from any thread. No lock is held while callbacks,
///   the error handler or expressions of declarations run.
final class RheaCenter: Sendable {
  private struct State {
    var table = EventTable()
    /// The revision of the registry when it was last read.
    var revision = RecordRevision.none
    var errorHandler: Rhea.ErrorHandler
  }

  private let state: Mutex<State>
  /// The condition of the declared callbacks that belong to this state.
  private let isIncluded: @Sendable (Callback) -> Bool
  /// Called when declared callbacks have been added.
  private let didGrow: @Sendable () -> Void

  init(
    errorHandler: @escaping Rhea.ErrorHandler,
    isIncluded: @escaping @Sendable (Callback) -> Bool = { _ in true },
    didGrow: @escaping @Sendable () -> Void = {}
  ) {
    state = Mutex(State(errorHandler: errorHandler))
    self.isIncluded = isIncluded
    self.didGrow = didGrow
  }

  // MARK: - Events

  /// Runs the callbacks of an event that was triggered.
  func trigger(
    _ context: RheaContext, isSticky: Bool, caller: CodeLocation
  ) -> RheaTrigger {
    if CallbackRun.isNestedTooDeep {
      report(.nestedTooDeep(context.event, depth: CallbackRun.maximumNesting, at: caller))
      return RheaTrigger()
    }
    let taken =
      isSticky ? occurAndStick(context) : withTable { $0.occur(context, isSticky: false) }
    guard let taken else {
      report(.builtIn(context.event, at: caller))
      return RheaTrigger()
    }
    return taken.run(with: context, caller: caller, in: self)
  }

  private func occurAndStick(_ context: RheaContext) -> CallbackList? {
    // What is replaced is handed out, and so released outside the lock: the value
    // may run code when it goes.
    let (taken, _) = withTable { table in
      let replaced = table.unstick(context.event)
      return (table.occur(context, isSticky: true), replaced)
    }
    return taken
  }

  /// A built-in moment comes, for the callbacks of some images and for those
  /// added at run time.
  @discardableResult
  func fire(
    _ event: RheaEvent, in isConcerned: (ImageID) -> Bool = { _ in true },
    caller: CodeLocation = CodeLocation(fileID: #fileID, line: #line)
  ) -> RheaTrigger {
    let taken = withTable { table in
      table.occur(event) { callback in callback.image.map(isConcerned) ?? true }
    }
    return taken.run(with: RheaContext(event: event), caller: caller, in: self)
  }

  /// A built-in moment comes that no declaration is for, so that none needs to be
  /// looked at.
  func fireForNobodyDeclared(
    _ event: RheaEvent, caller: CodeLocation = CodeLocation(fileID: #fileID, line: #line)
  ) {
    let taken = state.withLock { $0.table.occur(event) { $0.image == nil } }
    taken.run(with: RheaContext(event: event), caller: caller, in: self)
  }

  func hasFired(_ event: RheaEvent) -> Bool {
    state.withLock { $0.table[event]?.hasFired ?? false }
  }

  func unstick(_ event: RheaEvent) {
    // Released outside the lock: the value may run code when it goes.
    _ = state.withLock { $0.table.unstick(event) }
  }

  // MARK: - Callbacks

  func add(
    _ event: RheaEvent, priority: RheaPriority, isRepeatable: Bool, body: CallbackBody,
    name: String?, caller: CodeLocation
  ) -> RheaRegistration {
    let callback = Callback(
      event: event, priority: priority, isRepeatable: isRepeatable, body: body, name: name,
      location: caller, origin: .call(number: Callback.nextCallNumber()))
    if let missed = withTable({ $0.add(callback) }) {
      CallbackList([callback]).run(with: missed, caller: caller, in: self)
    }
    return RheaRegistration(callback, center: self)
  }

  func remove(_ callback: Callback) {
    callback.isCancelled.store(true, ordering: .relaxed)
    state.withLock { $0.table.remove(callback) }
  }

  func callbacks(for event: RheaEvent) -> [RheaCallback] {
    withTable { $0[event] }?.descriptions ?? []
  }

  /// The events that have happened or have callbacks, by their texts.
  var events: [RheaEvent] {
    withTable { $0.events }.sorted { $0.rawValue < $1.rawValue }
  }

  // MARK: - Declarations

  /// True while this thread or task looks at declarations, whose expressions may
  /// use Rhea in their turn.
  @TaskLocal private static var isTakingIn = false

  /// Works on a table that knows everything that was declared when this was
  /// called.
  private func withTable<Result: Sendable>(_ body: (inout EventTable) -> Result) -> Result {
    while true {
      let revision = SectionRegistry.revision
      let result: Result? = state.withLock { state in
        state.revision == revision ? body(&state.table) : nil
      }
      if let result { return result }
      if Self.isTakingIn { return state.withLock { body(&$0.table) } }
      refresh(to: revision)
    }
  }

  /// Takes in what images that came since the last look declare, and leaves out
  /// what has been disabled.
  private func refresh(to revision: RecordRevision) {
    let declared = Self.$isTakingIn.withValue(true) {
      DeclaredCallbacks.all.filter(isIncluded)
    }
    let news = state.withLock { state in
      state.revision = revision
      return state.table.takeIn(declared)
    }
    for callback in news.missed { report(.missed(callback)) }
    for (list, context) in news.late {
      list.run(
        with: context, caller: CodeLocation(fileID: #fileID, line: #line), in: self)
    }
    if news.isGrowth { didGrow() }
  }

  // MARK: - Errors

  var errorHandler: Rhea.ErrorHandler {
    get { state.withLock { $0.errorHandler } }
    set {
      // Released outside the lock, like everything of the user's.
      var handler = newValue
      state.withLock { swap(&$0.errorHandler, &handler) }
    }
  }

  func report(_ error: RheaError) {
    errorHandler(error)
  }

  /// A callback threw an error.
  func report(_ error: any Error, of callback: Callback) {
    if let wrong = error as? WrongPayload {
      report(.wrongPayload(wrong, for: callback))
    } else {
      report(.failed(callback, with: error))
    }
  }
}

extension RheaCenter {
  /// The center of the process.
  static let process = RheaCenter(
    errorHandler: Rhea.writeToStandardError,
    didGrow: { LaunchMoments.process.settle() })

  /// The center of the code that asks: that of a test around it, or else the
  /// process's.
  static var current: RheaCenter { scoped ?? process }

  /// The center of a test around the code that asks.
  static var scoped: RheaCenter? { FreshStates.state(of: RheaCenter.self) }

  /// Makes this the current center of everything inside a body.
  func withCurrent<Success, Failure: Error>(
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try FreshStates.with(self, body)
  }

  /// Makes this the current center of everything inside an asynchronous body.
  nonisolated(nonsending) func withCurrent<Success, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await FreshStates.with(self, body)
  }
}
