import ProcessLifecycle
import SectionRegistry
import Synchronization
import ToolkitTrace

/// The events and callbacks of the process or of a fresh state.
///
/// - Concurrency: May be used from any thread. No lock is held while callbacks, the error handler
///   or expressions of declarations run.
final class RheaCenter: Sendable {
  private struct State {
    var table = EventTable()
    /// The revision of the registry at the last read.
    var revision = RecordRevision.none
    var errorHandler: Rhea.ErrorHandler
  }

  private let state: Mutex<State>
  /// Returns whether a declared callback belongs to this state.
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

  /// Runs the callbacks of a triggered event.
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
      let current = state.withLock { $0.table.current(context.event) }
      if current != context.event {
        return trigger(
          RheaContext(event: current, param: context.param), isSticky: isSticky, caller: caller)
      }
      report(.builtIn(context.event, at: caller))
      return RheaTrigger()
    }
    return taken.run(with: context, caller: caller, in: self)
  }

  private func occurAndStick(_ context: RheaContext) -> CallbackList? {
    // The replaced occurrence is returned, and so released outside the lock, because the
    // deinitializer of its value may run any code.
    let (taken, _) = withTable { table in
      let replaced = table.unstick(context.event)
      return (table.occur(context, isSticky: true), replaced)
    }
    return taken
  }

  /// Triggers a built-in moment, for the callbacks of some images and for callbacks that were added
  /// at run time.
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

  /// Triggers a built-in moment without declared callbacks, so that no declaration is read.
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
    // Released outside the lock, because the deinitializer of its value may run any code.
    _ = state.withLock { $0.table.unstick(event) }
  }

  // MARK: - Callbacks

  func add(
    _ event: RheaEvent, priority: RheaPriority, isRepeatable: Bool, body: CallbackBody,
    payload: (any Sendable.Type)? = nil, name: String?, caller: CodeLocation
  ) -> RheaRegistration {
    let callback = Callback(
      event: event, priority: priority, isRepeatable: isRepeatable, body: body,
      payload: payload, name: name, location: caller,
      origin: .call(number: Callback.nextCallNumber()))
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

  /// Returns the type of an event's value that a callback takes, or `nil` if none has a type.
  func payload(of event: RheaEvent) -> (any Sendable.Type)? {
    withTable { $0[event] }?.payload
  }

  /// The events that have happened or have callbacks, sorted by their strings.
  var events: [RheaEvent] {
    withTable { $0.events }.sorted { $0.rawValue < $1.rawValue }
  }

  // MARK: - Declarations

  /// Indicates whether this task reads declarations, whose expressions may use Rhea as well.
  @TaskLocal private static var isTakingIn = false

  /// Runs a body with a table that contains all current declarations.
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

  /// Adds the declarations of images that were loaded since the last read, and excludes disabled
  /// ones.
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
      // Released outside the lock, because it is code of the user.
      var handler = newValue
      state.withLock { swap(&$0.errorHandler, &handler) }
    }
  }

  func report(_ error: RheaError) {
    errorHandler(error)
  }

  /// Reports the error of a callback.
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

  /// The center of the calling code: of a fresh state around it, or else of the process.
  static var current: RheaCenter { scoped ?? process }

  /// The center of a fresh state around the calling code.
  static var scoped: RheaCenter? { FreshStates.state(of: RheaCenter.self) }

  /// Makes this the current center in a body.
  func withCurrent<Success, Failure: Error>(
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try FreshStates.with(self, body)
  }

  /// Makes this the current center in an asynchronous body.
  nonisolated(nonsending) func withCurrent<Success, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await FreshStates.with(self, body)
  }
}
