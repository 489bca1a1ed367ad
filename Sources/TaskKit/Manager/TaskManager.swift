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
    /// The tasks that binaries declare now.
    var declared: @Sendable () -> [TaskDefinition] = { [] }
    /// Returns the problems of the declarations.
    var declarationProblems: @Sendable () -> [DeclarationProblem] = { [] }
    /// Returns a value that changes whenever the declarations in binaries do.
    var revision: @Sendable () -> RecordRevision = { .none }
    /// A Boolean value that indicates whether the events of the process reach the manager.
    var listensToProcess = false
    /// A Boolean value that indicates whether it is the shared one for the tasks that it runs.
    var isShared = false
    /// The fresh states in which the manager was made, for runs that no other code causes.
    var states: FreshStates?
  }

  struct State: Sendable {
    var catalog = TaskCatalog()
    /// The revision of the registry when it was last read.
    var revision: RecordRevision?
    /// The runs that go on, by what they are for.
    var running: [Occasion: TaskRun] = [:]
    /// The requests that wait for the running ones.
    var waiting: [Occasion: ArraySlice<RunRequest>] = [:]
    /// The events that have begun, and those whose runs are over.
    var begun: TaskEvent = []
    var happened: TaskEvent = []
    var lastNumber = 0
    var history = RunHistory()
    /// The plans that need not be made again as long as the tasks are the same.
    var plans: [Occasion: PreparedPlan] = [:]
    /// The problems that have been reported, so that each is reported once.
    var reported: Set<String> = []
    var milestones = MilestoneWaiters()
    var errorHandler: ErrorHandler
    var clock = TaskClock.system
    var intervalRule = TaskIntervalRule.any
    var problemPolicy = TaskProblemPolicy.skip
    var failurePolicy = TaskFailurePolicy.skipDependents
    /// Which runs wait for which, so that none waits for itself.
    var waits: [DispatchWait] = []
    /// A Boolean value that indicates whether the process has been asked to end.
    var isTerminating = false
    /// Values to be released after unlocking: closures and errors of tasks may run code
    /// when they are.
    var leaving: [any Sendable] = []
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
    scheduler.durable.connect(to: self)
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
    let declared = Self.$isTakingIn.withValue(true) { world.declared() }
    let (news, begun, runs) = withLock { state in
      state.revision = revision
      let news = state.catalog.takeIn(declared)
      state.forget(news.gone)
      return (news, state.begun, Array(state.running.values))
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
    reportOnce(world.declarationProblems().map(TaskError.init))
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
    listen(to: news.new)
  }

  /// Has the clock and the process make a task run that was added.
  func listen(to entry: TaskEntry) {
    scheduler.add(entry)
    listen(to: [entry])
  }

  /// Listens to what new tasks need of the process.
  ///
  /// - Complexity: Linear in the new tasks, however many there are.
  private func listen(to new: [TaskEntry]) {
    guard world.listensToProcess else { return }
    var needs = ProcessNeeds()
    for entry in new { needs.add(entry.definition) }
    sources.listen(to: needs.events, for: self)
    sources.listen(to: needs.notifications, for: self)
    if needs.clocks { sources.listenToClocks(for: self) }
    if needs.end { sources.listenToEnd(for: self) }
  }
}

/// The events of the process that tasks need.
private struct ProcessNeeds {
  var events: TaskEvent = []
  var notifications: Set<Notification.Name> = []
  var clocks = false
  var end = false

  /// Adds what a task needs.
  mutating func add(_ definition: TaskDefinition) {
    switch definition.trigger {
    case .event(let event): events.formUnion(event)
    case .notification(let name): notifications.insert(name)
    case .date, .timer, .schedule, .unreadable: break
    }
    clocks = clocks || definition.trigger.isByDate
    end = end || definition.shutdown != nil
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
