public import Foundation
import ProcessLifecycle
import SectionRegistry
import Synchronization
import TaskPlanning
import ToolkitTrace

// Events, URLs and notifications that the process delivers to the tasks.
extension TaskManager {
  /// Runs a phase of the launch, unless the app has triggered it itself.
  func launch(_ event: TaskEvent) async {
    guard world.listensToProcess, !withState({ $0.queue.begun.contains(event) }) else { return }
    await happen(event)
    guard event == .didFinishLaunching else { return }
    // An app framework reports this event itself.
    if !EventSources.saysWhenActive { await happen(.didBecomeActive) }
    for url in Self.urls(in: world.launchOptions.arguments) { await open(url).finished() }
  }

  /// Runs an event of the process, and waits for its tasks except for idle ones.
  func happen(_ event: TaskEvent) async {
    let hasTasks = withState { !$0.catalog.entries(for: .event(event)).isEmpty }
    guard hasTasks || event.isOfLaunch else {
      state.withLock { $0.queue.begin(event) }
      return
    }
    let dispatch = trigger(event)
    // The remaining idle tasks may never get time to run.
    if event != .idle { await dispatch.finished() }
  }

  /// Runs the tasks of ``TaskEvent/willTerminate``, then the shutdown function of every task that
  /// succeeded.
  ///
  /// No more jobs of a store start. Running jobs have five seconds to finish, and unfinished ones
  /// are given back.
  ///
  /// If a signal ends the process, this runs automatically. If `main` returns or `exit` is called,
  /// the process does not wait for tasks, so call this before.
  ///
  /// Only the first call has an effect. A second call returns immediately. After the first call, no
  /// schedule fires.
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

  /// Runs the tasks of ``TaskEvent/openURL`` for a URL.
  ///
  /// They find the URL in ``TaskContext/otherOptions``, under the name `openURL`. URLs among the
  /// arguments of the program are opened after the launch.
  ///
  /// - Parameters:
  ///   - url: The URL to open.
  ///   - options: Further values for the tasks.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: A handle to wait for the tasks.
  @discardableResult
  public func open(
    _ url: URL, options: [String: any Sendable] = [:], fileID: String = #fileID, line: Int = #line
  ) -> TaskDispatch {
    trigger(
      .openURL, options: options.merging(["openURL": url]) { $1 }, fileID: fileID, line: line)
  }

  /// Returns the arguments that are URLs with a scheme.
  static func urls(in arguments: [String]) -> [URL] {
    arguments.dropFirst().compactMap { argument in
      guard argument.contains("://"), let url = URL(string: argument), url.scheme != nil
      else { return nil }
      return url
    }
  }

  /// Runs the tasks of a posted notification.
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
  /// The manager of the process, or of the fresh state around the calling code.
  public static var shared: TaskManager {
    if let scoped { return scoped }
    // A worker does not inherit the task-local values of the code that triggered its tasks.
    guard let manager = RunMark.current?.manager, manager.world.isShared else { return process }
    return manager
  }

  /// The manager that receives the events of the process.
  static let process: TaskManager = {
    let manager = TaskManager(
      world: World(
        time: ErasedClock(ContinuousClock()), lanes: ProcessLanes(), launchOptions: .current,
        declared: { DeclaredTasks.process.all() },
        revision: { SectionRegistry.revision },
        listensToProcess: !TaskProcessMode.isFreshStatesOnly))
    return manager
  }()

  /// The manager of the fresh state around the calling code.
  static var scoped: TaskManager? { FreshStates.state(of: TaskManager.self) }

  /// The fresh states for tasks that a schedule runs, since no calling code passes any on.
  var ownStates: FreshStates? {
    world.isShared ? FreshStates(self, inside: world.states) : world.states
  }
}

// TaskKit learns of the launch from records, like those of any other module, without a call from
// the app.

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

/// A mode that selects which events run the declared tasks of a process.
///
/// Declare it in a binary with one record. Without a record, declared tasks run for all their
/// events. For example, the modules of a test target should not do their launch work when the tests
/// start:
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

  /// A mode in which declared tasks run inside ``TaskManager/withFreshState(including:_:)-9qi2e``
  /// only.
  ///
  /// The launch, signals, notifications and the clock run no tasks of the manager of the process.
  /// Code that asks that manager to run tasks still runs them.
  public static let freshStatesOnly = TaskProcessMode(kind: .freshStatesOnly)

  /// A Boolean value that indicates whether the declared tasks of this process run in fresh states
  /// only.
  static var isFreshStatesOnly: Bool {
    SectionRegistry.records(of: .taskMode).contains {
      $0.load(as: TaskProcessMode.self) == .freshStatesOnly
    }
  }
}

extension TaskManager {
  /// Leaves the end of the process to a host.
  ///
  /// From now on, ``terminate()`` does nothing, and signals that end the process do not run it
  /// either. An app has work of its own to finish before its tasks clean up. After that work, the
  /// host calls ``endForHost()``.
  package func leaveEndToHost() {
    withLock { $0.isTerminating = true }
  }

  /// A Boolean value that indicates whether the process is ending.
  ///
  /// This is the case after a signal has asked it to end, or once the tasks of
  /// ``TaskEvent/willTerminate`` run.
  var isAskedToEnd: Bool {
    [ProcessEvent.terminate, .interrupt].contains { ProcessLifecycle.latestDelivery(of: $0) != nil }
      || withState { $0.queue.begun.contains(.willTerminate) }
  }

  /// A Boolean value that indicates whether a run is in progress, other than one of idle tasks.
  package var isRunning: Bool { withLock { $0.queue.foregroundRun != nil } }

  /// Waits for the runs in progress, and for the runs that these cause.
  ///
  /// From now on, no schedule fires. Idle tasks are not awaited, because they run only when nothing
  /// else does.
  package func finishRuns() async {
    scheduler.end()
    while let run = withLock({ $0.queue.foregroundRun }) {
      await withCheckedContinuation { continuation in
        run.whenEnded { _ in continuation.resume() }
      }
    }
  }

  /// Cancels the unfinished tasks.
  ///
  /// - Returns: The name and source location of each of them.
  package func cancelUnfinished() -> [String] {
    let runs = withLock { $0.queue.runs }
    return runs.flatMap { run in
      run.unfinished.map { entry in
        _ = run.cancel(entry)
        return "'\(entry.name)' (\(entry.definition.location))"
      }
    }.sorted()
  }

  /// Ends the tasks as ``terminate()`` does, for a host that has taken over the end.
  ///
  /// Call it once. The store is not finished here.
  ///
  /// - Returns: The report of the shutdown functions.
  package func endForHost() async -> TaskRunReport {
    scheduler.end()
    await happen(.willTerminate)
    return await shutDown()
  }
}

extension TaskRun {
  /// The tasks that have neither finished nor been skipped.
  fileprivate var unfinished: [TaskEntry] {
    let states = state.withLock { $0.execution.states }
    return plan.order.filter { states[$0].isOpen }.map { entries[$0] }
  }
}

extension TaskExecution.State {
  /// A Boolean value that indicates whether the task has not finished yet.
  fileprivate var isOpen: Bool { self == .waiting || self == .ready || self == .running }
}
