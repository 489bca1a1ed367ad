public import Foundation
import ProcessLifecycle
import SectionRegistry
import Synchronization
import TaskPlanning
import ToolkitTrace

// What the process says, on its way to the tasks.
extension TaskManager {
  /// A phase of the launch comes, unless the app has brought it about itself.
  func launch(_ event: TaskEvent) async {
    guard world.listensToProcess, !withState({ $0.queue.begun.contains(event) }) else { return }
    await happen(event)
    guard event == .didFinishLaunching else { return }
    // The framework of an app says so itself.
    if !EventSources.saysWhenActive { await happen(.didBecomeActive) }
    for url in Self.urls(in: world.launchOptions.arguments) { await open(url).finished() }
  }

  /// An event comes from outside.
  func happen(_ event: TaskEvent) async {
    let hasTasks = withState { !$0.catalog.entries(for: .event(event)).isEmpty }
    guard hasTasks || event.isOfLaunch else {
      state.withLock { $0.queue.begin(event) }
      return
    }
    let dispatch = trigger(event)
    // The rest of the tasks of idle times may never get time.
    if event != .idle { await dispatch.finished() }
  }

  /// Has the tasks of ``TaskEvent/willTerminate`` run, and then every task that
  /// succeeded do what it does at the end of the process.
  ///
  /// No more jobs of a store begin; those that run have five seconds, and the rest is given back.
  ///
  /// A process that a signal ends does so by itself before it dies. One that ends by
  /// returning from `main` or by `exit` does not wait for tasks: call this before.
  ///
  /// It happens once: a second call returns at once. After it, nothing runs by the clock.
  public func terminate() async {
    let isFirst = withState { state in
      defer { state.isTerminating = true }
      return !state.isTerminating
    }
    guard isFirst else { return }
    scheduler.end()
    await happen(.willTerminate)
    await finishStore()
    await shutDown()
  }

  /// Opens a URL: runs the tasks of ``TaskEvent/openURL``, which get it in
  /// ``TaskContext/otherOptions``, as `openURL`.
  ///
  /// URLs among the arguments of the program are opened when it has launched.
  ///
  /// - Parameters:
  ///   - url: What to open.
  ///   - options: What else comes with it.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: What to wait with.
  @discardableResult
  public func open(
    _ url: URL, options: [String: any Sendable] = [:], fileID: String = #fileID, line: Int = #line
  ) -> TaskDispatch {
    trigger(
      .openURL, options: options.merging(["openURL": url]) { $1 }, fileID: fileID, line: line)
  }

  /// The arguments that are URLs, as they have a scheme.
  static func urls(in arguments: [String]) -> [URL] {
    arguments.dropFirst().compactMap { argument in
      guard argument.contains("://"), let url = URL(string: argument), url.scheme != nil
      else { return nil }
      return url
    }
  }

  /// A notification was posted.
  func post(_ notification: Notification) {
    let occasion = Occasion.notification(notification.name)
    guard withState({ !$0.catalog.entries(for: occasion).isEmpty }) else { return }
    _ = dispatch(
      occasion, notification: notification, at: CodeLocation(fileID: #fileID, line: #line))
  }
}

extension TaskEvent {
  /// A Boolean value that indicates whether it is a phase of the launch.
  var isOfLaunch: Bool { self == .willFinishLaunching || self == .didFinishLaunching }
}

extension TaskManager {
  /// The manager of the process: that of a test around the calling code, if there
  /// is one.
  public static var shared: TaskManager {
    if let scoped { return scoped }
    // Workers know nothing of who has triggered what they run.
    guard let manager = RunMark.current?.manager, manager.world.isShared else { return process }
    return manager
  }

  /// The manager that the process tells what happens.
  static let process: TaskManager = {
    let manager = TaskManager(
      world: World(
        time: ErasedClock(ContinuousClock()), lanes: ProcessLanes(), launchOptions: .current,
        declared: { DeclaredTasks.process.all() },
        revision: { SectionRegistry.revision },
        listensToProcess: !TaskProcessMode.isFreshStatesOnly))
    return manager
  }()

  /// The manager of a test around the calling code.
  static var scoped: TaskManager? { FreshStates.state(of: TaskManager.self) }

  /// The fresh states of this manager's tasks, in place of the process's, when a clock runs
  /// them and not some code that has fresh states, too.
  var ownStates: FreshStates? {
    world.isShared ? FreshStates(self, inside: world.states) : world.states
  }
}

// How TaskKit learns of the launch without a call from the app: records, like those of
// any other module.

#record("life", key: "willFinishLaunching", as: LifecycleDeclaration.self) {
  .listener { _ in
    await TaskManager.process.launch(.willFinishLaunching)
  }
}

#record("life", key: "didFinishLaunching", as: LifecycleDeclaration.self) {
  .listener { _ in
    await TaskManager.process.launch(.didFinishLaunching)
  }
}

/// A mode that selects for which events the declared tasks of a process run.
///
/// A binary says so with a record, once; without one, they run for all that they are
/// declared for. A test target whose modules must not do at its launch what they do at
/// that of an app:
///
/// ```swift
/// import SectionRegistry
/// import TaskKit
///
/// #record("tmod", key: "tests", as: TaskProcessMode.self) { .freshStatesOnly }
/// ```
public struct TaskProcessMode: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case freshStatesOnly
  }

  private let kind: Kind

  /// Declared tasks run inside ``TaskManager/withFreshState(including:_:)-9qi2e`` only.
  ///
  /// Neither the launch, signals and notifications nor the clock have the manager of the
  /// process run any. What asks that manager to run tasks still has them run.
  public static let freshStatesOnly = TaskProcessMode(kind: .freshStatesOnly)

  /// A Boolean value that indicates whether the declared tasks of this process run in
  /// fresh states only.
  static var isFreshStatesOnly: Bool {
    SectionRegistry.records(of: .taskMode).contains {
      $0.load(as: TaskProcessMode.self) == .freshStatesOnly
    }
  }
}

extension TaskManager {
  /// Leaves the end to a host: from now on ``terminate()`` does nothing, and
  /// neither does a signal that tells the process to end.
  ///
  /// An app has work of its own to finish before its tasks clean up; the host
  /// calls ``endForHost()`` when that is done.
  package func leaveEndToHost() {
    withLock { $0.isTerminating = true }
  }

  /// A Boolean value that indicates whether a signal has asked the process to end, or the tasks of
  /// ``TaskEvent/willTerminate`` have their turn.
  var isAskedToEnd: Bool {
    [ProcessEvent.terminate, .interrupt].contains { ProcessLifecycle.latestDelivery(of: $0) != nil }
      || withState { $0.queue.begun.contains(.willTerminate) }
  }

  /// A Boolean value that indicates whether a run is in progress, other than one of idle tasks.
  package var isRunning: Bool { withLock { $0.queue.foregroundRun != nil } }

  /// Returns when the runs in progress have ended, and those that they bring about.
  ///
  /// From now on nothing runs by the clock. Idle tasks are not waited for: they run when
  /// nothing else does.
  package func finishRuns() async {
    scheduler.end()
    while let run = withLock({ $0.queue.foregroundRun }) {
      await withCheckedContinuation { continuation in
        run.whenEnded { _ in continuation.resume() }
      }
    }
  }

  /// Cancels the tasks that have not ended.
  ///
  /// - Returns: Each of them with its source location.
  package func cancelUnfinished() -> [String] {
    let runs = withLock { $0.queue.runs }
    return runs.flatMap { run in
      run.unfinished.map { entry in
        _ = run.cancel(entry)
        return "'\(entry.name)' (\(entry.definition.location))"
      }
    }.sorted()
  }

  /// Does what ``terminate()`` does, for the host that the end was left to.
  ///
  /// To be called once.
  ///
  /// - Returns: What the tasks did that have something to do at the end.
  package func endForHost() async -> TaskRunReport {
    scheduler.end()
    await happen(.willTerminate)
    return await shutDown()
  }
}

extension TaskRun {
  /// The tasks that have neither ended nor been skipped.
  fileprivate var unfinished: [TaskEntry] {
    let states = state.withLock { $0.execution.states }
    return plan.order.filter { states[$0].isOpen }.map { entries[$0] }
  }
}

extension TaskExecution.State {
  /// A Boolean value that indicates whether the task is still to end.
  fileprivate var isOpen: Bool { self == .waiting || self == .ready || self == .running }
}
