import Foundation
import SectionRegistry
import Synchronization
import TaskPlanning
package import ToolkitTrace

/// Runs tasks when their time has come.
///
/// ``shared`` runs what the modules of the process declare. Tasks can be added,
/// paused and destroyed at any time; that takes effect at once.
///
/// - Concurrency: May be used from any thread. No lock is held while tasks, the
///   error handler or conditions run.
public final class TaskManager: Sendable {
  /// The surroundings of a manager, which never change.
  struct World: Sendable {
    var time: ErasedClock
    var lanes: any Lanes
    var launchOptions: LaunchOptions
    /// The clock of scheduled tasks.
    var clock = ScheduleClock.system()
    /// The seed of random delays.
    var seed = UInt64.random(in: .min ... .max)
    /// Returns the tasks that binaries declare now, and what is wrong with the declarations.
    var declared: @Sendable () -> (definitions: [TaskDefinition], problems: [TaskError]) = {
      ([], [])
    }
    /// Returns a value that changes whenever the declarations in binaries do.
    var revision: @Sendable () -> RecordRevision = { .none }
    /// A Boolean value that indicates whether the events of the process reach the manager.
    var listensToProcess = false
    /// A Boolean value that indicates whether it is the shared one for the tasks that it runs.
    var isShared = false
    /// The fresh states in which the manager was made, for runs that no other code causes.
    var states: FreshStates?
  }

  /// The two parts of the manager that change together, and its settings.
  ///
  /// One lock guards them, since a run begins with the tasks and the plan of one moment. Each part
  /// is a value whose storage no other file reaches. The third part, ``scheduler``, has a lock of
  /// its own: it decides without knowing of runs.
  struct State: Sendable {
    /// The tasks and their milestones.
    var catalog = TaskCatalog()
    /// The runs, and what has happened.
    var queue = RunQueue()
    private var plans = TaskPlans()
    /// The revision of the registry when it was last read.
    var revision: RecordRevision?
    /// The problems that have been reported, so that each is reported once.
    var reported: Set<String> = []
    var errorHandler: ErrorHandler
    var clock = TaskClock.system
    var intervalRule = TaskIntervalRule.any
    var problemPolicy = TaskProblemPolicy.skip
    var failurePolicy = TaskFailurePolicy.skipDependents
    /// A Boolean value that indicates whether the process has been asked to end.
    var isTerminating = false
    /// Values to be released after unlocking: closures and errors of tasks may run code
    /// when they are.
    var leaving: [any Sendable] = []

    init(errorHandler: @escaping ErrorHandler) { self.errorHandler = errorHandler }

    /// The plan of an occasion.
    ///
    /// - Parameters:
    ///   - occasion: What it is for.
    ///   - earlier: The events that count as over, even if they are still to come.
    /// - Returns: The plan.
    mutating func plan(for occasion: Occasion, after earlier: TaskEvent = []) -> PreparedPlan {
      let (plan, replaced) = plans.plan(
        for: occasion, in: catalog, problemPolicy.inPlan, happened: queue.happened,
        after: earlier)
      if let replaced { leaving.append(replaced) }
      return plan
    }

    /// Makes all plans again when they are needed.
    mutating func dropPlans() { leaving.append(plans.removeAll()) }

    /// Releases removed tasks, and the plans that keep them, after unlocking.
    mutating func forget(_ entries: [TaskEntry]) {
      guard !entries.isEmpty else { return }
      leaving.append(entries)
      dropPlans()
    }

    /// Removes a task after its last run.
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

  /// The object that a library which builds on this one keeps with the manager.
  package let companion = Companion()

  /// The values that tasks share.
  public let store = TaskValues()

  init(world: World, errorHandler: @escaping ErrorHandler = TaskManager.writeToStandardError) {
    self.world = world
    scheduler = TaskScheduler(clock: world.clock, seed: world.seed)
    state = Mutex(State(errorHandler: errorHandler))
    scheduler.connect(to: self)
  }

  /// Makes a manager of one's own, for a test or for a part of a program: it knows
  /// only the tasks that are given to it, and hears nothing of the process.
  ///
  /// - Parameters:
  ///   - clock: What it measures and waits by. Dates pass with it, too, from the date on at
  ///     which the manager is made.
  ///   - workers: How many tasks that do not suspend may run at once beside the main
  ///     actor; as many as there are processors if nothing is said.
  ///   - launchOptions: How the process was started, for the tasks.
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

  /// The clock that runs and durable schedules measure and wait by.
  package var time: ErasedClock { world.time }
  var lanes: any Lanes { world.lanes }

  // MARK: - Declarations

  /// True while this thread or task looks at declarations, whose expressions may
  /// use the manager in their turn.
  @TaskLocal private static var isTakingIn = false

  /// Works on the state; what it lets go of goes when the lock is open.
  func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, leaving) = state.withLock { state in
      let result = body(&state)
      defer { state.leaving = [] }
      return (result, state.leaving)
    }
    withExtendedLifetime(leaving) {}
    return result
  }

  /// Works on a state that knows every task that was declared when this was
  /// called.
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

  /// Takes in what images that came since the last look declare, and leaves out
  /// what is gone.
  private func takeIn(_ revision: RecordRevision) {
    let (declared, problems) = Self.$isTakingIn.withValue(true) { world.declared() }
    let (news, begun, runs) = withLock { state in
      state.revision = revision
      let news = state.catalog.takeIn(declared)
      state.forget(news.gone)
      return (news, state.queue.begun, state.queue.runs)
    }
    // Their code may be gone, too.
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

  /// Has the clock and the process make a task run that was added.
  func listen(to entry: TaskEntry) {
    scheduler.add(entry)
    sources.listen(to: [entry], for: self)
  }
}

extension Trigger {
  /// The event of the launch that this waits for in vain, if it waits for nothing
  /// else.
  func missed(of begun: TaskEvent) -> TaskEvent? {
    guard case .event(let events) = self, !events.isEmpty else { return nil }
    let launch: TaskEvent = [.willFinishLaunching, .didFinishLaunching]
    return events.isSubset(of: launch.intersection(begun)) ? events.members.first : nil
  }
}

extension TaskManager {
  /// The object that a library which builds on this one keeps with a manager.
  ///
  /// - Concurrency: May be used from any thread.
  package final class Companion: Sendable {
    private let object = Mutex<(any AnyObject & Sendable)?>(nil)

    /// Returns the object, and makes it the first time.
    ///
    /// - Parameter make: Called with the lock held; it must do nothing but make the object.
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
  /// The priority of a task: of the tasks that may run, one of a higher priority runs earlier.
  ///
  /// Dependencies come first: a task waits for what it depends on, whatever its priority is. The
  /// highest priority has the lowest number, as in RWTaskKit.
  public enum Priority: Int, Sendable, Hashable, Codable, CaseIterable {
    case critical = 0
    case high = 1
    case `default` = 2
    case low = 3
  }
}

/// The name of ``TaskManager/Priority`` in RWTaskKit.
public typealias RWTaskPriority = TaskManager.Priority
