import Foundation
import SectionRegistry
import Synchronization
import TaskPlanning
package import ToolkitTrace

/// Runs tasks for events, notifications and schedules.
///
/// ``shared`` runs the tasks that the modules of the process declare. Tasks can be added, paused
/// and destroyed at any time, with immediate effect.
///
/// - Concurrency: May be used from any thread. No lock is held while tasks, the error handler or
///   conditions run.
public final class TaskManager: Sendable {
  /// The environment of a manager, which never changes.
  struct World: Sendable {
    var time: ErasedClock
    var lanes: any Lanes
    var launchOptions: LaunchOptions
    /// The clock of scheduled tasks.
    var clock = ScheduleClock.system()
    /// The seed of random delays.
    var seed = UInt64.random(in: .min ... .max)
    /// Returns the tasks that binaries declare now, and the problems of these declarations.
    var declared: @Sendable () -> (definitions: [TaskDefinition], problems: [TaskError]) = {
      ([], [])
    }
    /// Returns whether a declaration belongs to the manager's state, or `nil` if all do.
    var declarationFilter: (@Sendable (DeclaredItem) -> Bool)?
    /// Returns a value that changes whenever the declarations in binaries change.
    var revision: @Sendable () -> RecordRevision = { .none }
    /// A Boolean value that indicates whether the events of the process reach the manager.
    var listensToProcess = false
    /// A Boolean value that indicates whether `shared` returns this manager inside the tasks it
    /// runs.
    var isShared = false
    /// The fresh states around the manager's creation, for runs that no other code causes.
    var states: FreshStates?
  }

  /// The catalog, the queue and the plans of the manager, which change together, and its settings.
  ///
  /// One lock guards them, because a run starts with the tasks and the plan of one point in time.
  /// Each part is a value, and its storage is private to its file. A single state that all
  /// extensions of the manager can change was rejected, because every file would then have to
  /// preserve the rules of all parts.
  ///
  /// The schedules are not part of it. ``scheduler`` has a lock of its own, because it decides
  /// about fires without knowing about runs.
  struct State: Sendable {
    /// The tasks and their milestones.
    var catalog = TaskCatalog()
    /// The runs, and the events that have happened.
    var queue = RunQueue()
    private var plans = TaskPlans()
    /// The revision of the registry at the last read.
    var revision: RecordRevision?
    /// The problems that have been reported.
    ///
    /// Each is reported once.
    var reported: Set<String> = []
    var errorHandler: ErrorHandler
    var clock = TaskClock.system
    var intervalRule = TaskIntervalRule.any
    var problemPolicy = TaskProblemPolicy.skip
    var failurePolicy = TaskFailurePolicy.skipDependents
    /// A Boolean value that indicates whether the process has been asked to end.
    var isTerminating = false
    /// Values to release after unlocking.
    ///
    /// Closures and errors of tasks may run code when they are released.
    var leaving: [any Sendable] = []

    init(errorHandler: @escaping ErrorHandler) { self.errorHandler = errorHandler }

    /// Returns the plan of an occasion.
    ///
    /// - Parameters:
    ///   - occasion: The occasion to plan for.
    ///   - earlier: The events that count as finished, even if they have not happened yet.
    /// - Returns: The plan.
    mutating func plan(for occasion: Occasion, after earlier: TaskEvent = []) -> PreparedPlan {
      let (plan, replaced) = plans.plan(
        for: occasion, in: catalog, problemPolicy.inPlan, happened: queue.happened,
        after: earlier)
      if let replaced { leaving.append(replaced) }
      return plan
    }

    /// Drops all plans, so that each is made again when it is needed.
    mutating func dropPlans() { leaving.append(plans.removeAll()) }

    /// Releases removed tasks, and the plans that retain them, after unlocking.
    mutating func forget(_ entries: [TaskEntry]) {
      guard !entries.isEmpty else { return }
      leaving.append(entries)
      dropPlans()
    }

    /// Removes a task after its last run, unless another task has taken its name.
    mutating func removeAfterRun(_ entry: TaskEntry) {
      guard catalog[entry.name] === entry else { return }
      catalog.removeAfterRun(entry)
      forget([entry])
    }
  }

  let world: World
  let state: Mutex<State>
  let sources = EventSources()
  let scheduler: TaskScheduler
  let watchers = Watchers()
  let pauses = TaskPauses()

  /// The object that a dependent library keeps with the manager.
  package let companion = Companion()

  /// The values that tasks share.
  public let store = TaskValues()

  init(world: World, errorHandler: @escaping ErrorHandler = TaskManager.writeToStandardError) {
    self.world = world
    scheduler = TaskScheduler(clock: world.clock, seed: world.seed)
    state = Mutex(State(errorHandler: errorHandler))
    scheduler.connect(to: self)
  }

  /// Creates an independent manager, for a test or for a part of a program.
  ///
  /// It knows only the tasks that you add to it, and receives no events from the process.
  ///
  /// - Parameters:
  ///   - clock: The clock for measuring and waiting. Dates also advance with it, from the date of
  ///     this call.
  ///   - workers: The maximum number of tasks without suspension that run at once beside the main
  ///     actor. The default is the number of processors.
  ///   - launchOptions: The launch options that the tasks see.
  public convenience init<C: Clock>(
    clock: C = ContinuousClock(), workers: Int? = nil, launchOptions: LaunchOptions? = nil
  ) where C.Duration == Duration {
    self.init(
      world: World(
        time: ErasedClock(clock), lanes: workers.map(ProcessLanes.init) ?? ProcessLanes(),
        launchOptions: launchOptions ?? .current,
        clock: clock is ContinuousClock ? .system() : .clock(clock, startingAt: Date()),
        states: .current))
  }

  /// The clock that runs and durable schedules use to measure and wait.
  package var time: ErasedClock { world.time }
  var lanes: any Lanes { world.lanes }

  /// The condition that limits the declarations of a fresh state, or `nil` without a limit.
  package var declarationFilter: (@Sendable (DeclaredItem) -> Bool)? { world.declarationFilter }

  // MARK: - Declarations

  /// A Boolean value that indicates whether this thread or task is reading declarations.
  ///
  /// Their expressions may use the manager themselves.
  @TaskLocal private static var isTakingIn = false

  /// Calls `body` with the state, and releases the removed values after unlocking.
  func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, leaving) = state.withLock { state in
      let result = body(&state)
      defer { state.leaving = [] }
      return (result, state.leaving)
    }
    withExtendedLifetime(leaving) {}
    return result
  }

  /// Calls `body` with a state that knows every task declared before this call.
  func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    while true {
      let revision = world.revision()
      let result: Result? = withLock { state in
        state.revision == revision ? body(&state) : nil
      }
      if let result { return result }
      if Self.isTakingIn { return withLock(body) }
      takeIn(revision)
    }
  }

  /// Adds the tasks that newly loaded images declare, and removes the tasks of unloaded images.
  private func takeIn(_ revision: RecordRevision) {
    let (declared, problems) = Self.$isTakingIn.withValue(true) { world.declared() }
    let (news, begun, runs) = withLock { state in
      state.revision = revision
      let news = state.catalog.takeIn(declared)
      state.forget(news.gone)
      return (news, state.queue.begun, state.queue.runs)
    }
    // The code of these tasks may be unloaded.
    for entry in news.gone {
      entry.isDestroyed.store(true, ordering: .relaxed)
      for run in runs { _ = run.cancel(entry) }
    }
    reportOnce(
      news.clashes.map { definition, first in
        .duplicate(definition.name, declaredAt: first.definition.location, at: definition.location)
      })
    reportOnce(problems)
    let rule = intervalRule
    scheduler.remove(news.gone)
    for entry in news.new {
      if let misfit = rule.misfit(of: entry.definition.trigger) {
        report(.misfit(misfit, of: entry.definition))
      } else {
        scheduler.add(entry)
      }
    }
    for entry in news.new {
      guard let event = entry.definition.trigger.missed(of: begun) else { continue }
      report(.missed(entry.definition, event))
    }
    if !news.gone.isEmpty { milestonesDidChange() }
    sources.listen(to: news.new, for: self)
  }

  /// Registers an added task with the scheduler and with the process's events.
  func listen(to entry: TaskEntry) {
    scheduler.add(entry)
    sources.listen(to: [entry], for: self)
  }
}

extension Trigger {
  /// Returns the launch phase that the trigger waits for, if all events of the trigger are launch
  /// phases that have already started.
  func missed(of begun: TaskEvent) -> TaskEvent? {
    guard case .event(let events) = self, !events.isEmpty else { return nil }
    let launch: TaskEvent = [.willFinishLaunching, .didFinishLaunching]
    return events.isSubset(of: launch.intersection(begun)) ? events.members.first : nil
  }
}

extension TaskManager {
  /// A container for the object that a dependent library keeps with a manager.
  ///
  /// - Concurrency: May be used from any thread.
  package final class Companion: Sendable {
    private let object = Mutex<(any AnyObject & Sendable)?>(nil)

    /// Returns the object, and creates it on the first call.
    ///
    /// - Parameter make: Called with the lock held. It must only create the object.
    /// - Returns: The object, which lives as long as the manager.
    package func object<Object: AnyObject & Sendable>(orMake make: () -> Object) -> Object {
      object.withLock { object in
        if let object = object as? Object { return object }
        precondition(object == nil, "the manager has a companion of another type")
        let new = make()
        object = new
        return new
      }
    }
  }
}

extension TaskManager {
  /// The priority of a task: if several tasks may run, the highest priority runs first.
  ///
  /// Dependencies come first: a task waits for its dependencies, whatever its priority. The highest
  /// priority has the lowest number, as in RWTaskKit.
  public enum Priority: Int, Sendable, Hashable, Codable, CaseIterable {
    case critical = 0
    case high = 1
    case `default` = 2
    case low = 3
  }
}

/// The name of ``TaskManager/Priority`` in RWTaskKit.
public typealias RWTaskPriority = TaskManager.Priority
