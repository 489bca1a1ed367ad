import Foundation
import Synchronization
import TaskKit
import TaskStore
import ToolkitTrace

/// A host that runs an app from its launch to its last step.
///
/// `@main` creates one for the process. A test creates its own with
/// ``launchForTesting(_:arguments:environment:clock:including:_:)``.
///
/// - Concurrency: May be used from any thread. No lock is held while code of the app runs.
public final class AppHost: Sendable {
  let name: String
  let configuration: AppConfiguration
  let surroundings: HostSurroundings
  /// Sends notices to the supervisor of the app, if any.
  let notifier: ServiceNotifier?
  let watchdog: Watchdog?
  /// The commands that the app has added to its consoles.
  let commands = AddedCommands()
  let hasReportedNotices = Atomic(false)
  /// The time of the latest keep-alive message, or `nil` before the first one.
  let latestKeepAlive = Mutex<Duration?>(nil)
  let mainActorCheck: HealthCheck
  let storeCheck: HealthCheck
  /// Opens when the app starts to shut down.
  let shutdown = Latch()
  private let ended = Promise<AppOutcome>()
  private let reloads = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let state = Mutex(HostState())

  init(name: String, configuration: AppConfiguration, surroundings: HostSurroundings) {
    self.name = name
    self.configuration = configuration
    self.surroundings = surroundings
    mainActorCheck = .mainActor(
      surroundings.mainActorAnswers, within: configuration.healthDeadline)
    storeCheck = .store(within: configuration.healthDeadline)
    var problems: [UnixSocketError] = []
    do { notifier = try ServiceNotifier(environment: surroundings.environment) } catch {
      notifier = nil
      problems.append(error)
    }
    do { watchdog = try Watchdog(environment: surroundings.environment, process: getpid()) } catch {
      watchdog = nil
      problems.append(error)
    }
    for problem in problems { report("\(problem)") }
    if let problem = surroundings.activation.problem { report(problem) }
  }

  /// The context for the app's own code.
  public var context: AppContext { AppContext(host: self) }

  /// The current phase of the app, or `nil` before the first one.
  public var phase: AppPhase? { state.withLock { $0.phases.last } }

  /// Waits until the app has reached a phase, or the calling task is cancelled.
  ///
  /// If the app ends before the phase, the call also returns.
  ///
  /// ```swift
  /// try await AppHost.launchForTesting(Harbor.self) { host in
  ///   await host.wait(for: .running)
  /// }
  /// ```
  ///
  /// - Parameter phase: The phase.
  /// - Returns: Whether the app has reached it.
  @discardableResult
  public func wait(for phase: AppPhase) async -> Bool {
    await state.withLock { $0.latch(for: phase) }?.wait()
    return state.withLock { $0.phases.contains(phase) }
  }

  /// The outcome of the app, after waiting for its end.
  public var outcome: AppOutcome {
    get async { await ended.value }
  }

  /// The exit code of the app, after waiting for its end.
  public var exitCode: UInt8 {
    get async { await ended.value.exitCode }
  }

  /// Sends a signal to the app.
  ///
  /// The first `SIGTERM` or Ctrl-C starts to shut it down. Another one, a second or more later,
  /// ends the process immediately. `SIGHUP` reloads the settings.
  public func signal(_ signal: AppSignal) {
    let time = surroundings.clock.elapsed()
    switch state.withLock({ $0.arrived(signal, at: time) }) {
    case .shutDown: shutdown.open()
    case .leave(let code):
      // This comes first, because a part that hangs might block the rest.
      surroundings.leaveAtOnce(code)
      ended.keep(state.withLock(\.outcome))
      for latch in state.withLock({ $0.takeLatches(upTo: .ended) }) { latch.open() }
    case .reload: reloads.continuation.yield()
    case .nothing: break
    }
  }
}

// MARK: - What parts of the app ask for

extension AppHost {
  var isShuttingDown: Bool { shutdown.isOpen }

  /// Starts to shut down the app, unless it is already shutting down.
  func end(because reason: AppOutcome.Reason) {
    if state.withLock({ $0.end(because: reason) }) { shutdown.open() }
  }

  func add(_ step: ShutdownStep) {
    let isTooLate = state.withLock { state in
      if state.phases.last.map({ $0 > .shuttingDown }) ?? false { return true }
      state.steps.append(step)
      return false
    }
    guard isTooLate else { return }
    report(
      """
      the shutdown step '\(step.name)'\(step.location.map { " (\($0))" } ?? "") never runs: it was \
      added after all others had finished. Add it before the app is asked to stop, or in another \
      step.
      """)
  }

  func add(_ handler: ReloadHandler) {
    state.withLock { $0.reloadHandlers.append(handler) }
  }

  func add(_ check: HealthCheck) { state.withLock { $0.healthChecks.append(check) } }

  /// Returns the supervisor's socket for a console.
  ///
  /// Later calls return `nil`.
  func takeConsoleSocket() -> ActivatedSocket? {
    let isTaken = state.withLock { state in
      defer { state.isConsoleSocketTaken = true }
      return state.isConsoleSocketTaken
    }
    guard !isTaken else { return nil }
    return surroundings.activation.sockets.first { $0.name == ActivatedSocket.consoleName }
  }

  var addedHealthChecks: [HealthCheck] { state.withLock(\.healthChecks) }

  /// Writes a line for people, and records it.
  func report(_ message: String) {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    state.withLock { $0.messages.append(line) }
    surroundings.write("\(name): \(line)")
  }
}

// MARK: - From the first phase to the last

extension AppHost {
  /// Runs the app, and returns when it has ended.
  @concurrent
  func perform<App: ModularApp>(_ app: App.Type) async -> AppOutcome {
    TaskManager.shared.leaveEndToHost()
    let work = Task { await self.work(of: app) }
    await shutdown.wait()
    let outcome = await shutDown(work)
    ended.keep(outcome)
    return outcome
  }

  /// Runs the code of the app until it ends.
  private func work<App: ModularApp>(of app: App.Type) async {
    do {
      let app = app.init()
      try await enter(.willLaunch) { try await app.willLaunch(context) }
      try await enter(.launching) { await surroundings.launchModules() }
      try await enter(.didLaunch) { try await app.didLaunch(context) }
      try await enter(.running) {
        tell(.ready)
        await withBackgroundWork {
          do {
            try await app.run(context)
            end(because: .returned)
          } catch {
            caught(error)
          }
        }
      }
    } catch {
      caught(error)
    }
  }

  private func come(to phase: AppPhase) {
    for latch in state.withLock({ $0.enter(phase) }) { latch.open() }
  }

  /// Enters a phase, unless the app is already shutting down.
  private func enter(_ phase: AppPhase, _ body: () async throws -> Void) async throws {
    guard !isShuttingDown else { return }
    come(to: phase)
    try await body()
  }

  /// Runs a body while reloads and keep-alive messages are handled.
  private func withBackgroundWork(_ body: () async -> Void) async {
    let reloading = Task { for await _ in reloads.stream { await reload() } }
    let watching = Task { await keepWatchdogQuiet() }
    await body()
    watching.cancel()
    reloading.cancel()
    // A reload that has started may take as long as the body to finish.
    await reloading.value
  }

  /// Handles an error of the app's code.
  private func caught(_ error: any Error) {
    switch error {
    case is CancellationError where isShuttingDown: break
    case let exit as AppExit:
      state.withLock { $0.threw(code: exit.code) }
      if let message = exit.message { report(message) }
      end(because: exit.code == AppExit.success.code ? .returned : .threw("\(exit)"))
    default:
      state.withLock { $0.threw(code: AppExit.failure.code) }
      report("\(error)")
      end(because: .threw("\(error)"))
    }
  }

  /// Reloads the settings.
  private func reload() async {
    tell(.reloading(microseconds: ServiceNotifier.monotonicMicroseconds))
    for handler in state.withLock(\.reloadHandlers) {
      do {
        try await handler.body()
      } catch {
        report("reloading '\(handler.name)' (\(handler.location)) failed: \(error)")
      }
    }
    await surroundings.reloadModules()
    if !isShuttingDown { tell(.ready) }
  }
}

// MARK: - Shutting down

extension AppHost {
  /// Shuts the app down.
  private func shutDown(_ work: Task<Void, Never>) async -> AppOutcome {
    come(to: .stopping)
    tell(.stopping)
    work.cancel()
    await perform(
      ShutdownStep(name: "run", deadline: configuration.runDeadline) { await work.value })

    let manager = TaskManager.shared
    // Running jobs use the same time as running tasks.
    let jobs = drainJobs(of: manager)
    await finishTasks(of: manager)
    if let jobs { await perform(jobs) }

    come(to: .shuttingDown)
    while let step = state.withLock({ $0.steps.popLast() }) { await perform(step) }

    come(to: .endingTasks)
    await perform(
      ShutdownStep(name: "tasks", deadline: configuration.tasksDeadline) {
        let ended = await manager.endForHost()
        // Read from the manager with its lock, because the thread sanitizer does not see that a
        // continuation synchronizes with the creator of its value.
        self.take(in: manager.report.runs.last { $0.number == ended.number } ?? ended)
      })

    come(to: .tellingListeners)
    if case .signal(let signal) = state.withLock(\.reason) {
      await perform(
        ShutdownStep(name: "listeners of \(signal)", deadline: configuration.stepDeadline) {
          await self.surroundings.listeners(signal)
        })
    }
    come(to: .ended)
    return state.withLock(\.outcome)
  }

  /// Stops starting jobs, and returns a step that waits for running jobs, if a store is set.
  private func drainJobs(of manager: TaskManager) -> ShutdownStep? {
    guard manager.durableScheduling != nil else { return nil }
    let limit = configuration.runDeadline
    let draining = Task { await manager.jobs.drain(within: limit) }
    // Returning unfinished jobs may take a little longer.
    return ShutdownStep(name: "jobs", deadline: limit + configuration.stepDeadline) {
      await draining.value
    }
  }

  /// Waits for running tasks, because later steps close resources that they use.
  private func finishTasks(of manager: TaskManager) async {
    let isRunning = manager.isRunning
    come(to: .finishingTasks)
    guard isRunning else { return }
    await perform(
      ShutdownStep(name: "running tasks", deadline: configuration.runDeadline) {
        await manager.finishRuns()
      })
    for task in manager.cancelUnfinished() {
      report("the task \(task) was cut off: it was still running when the app ended")
    }
  }

  /// Runs one step, and reports a failure.
  private func perform(_ step: ShutdownStep) async {
    let (ending, duration) = await surroundings.clock.limit(to: step.deadline, step.body)
    take(
      in: ShutdownReport(
        name: step.name, location: step.location, deadline: step.deadline, duration: duration,
        ending: ShutdownReport.Ending(ending)))
  }

  private func take(in shutdown: ShutdownReport) {
    state.withLock { $0.reports.append(shutdown) }
    if shutdown.ending != .finished { report("the shutdown step \(shutdown)") }
  }

  /// Records the results of tasks at the end of the app.
  private func take(in tasks: TaskRunReport) {
    for task in tasks.tasks {
      guard case .failed(let error) = task.outcome else { continue }
      // TaskKit has already reported it.
      let report = ShutdownReport(
        name: "task \(task.name)", location: task.location, deadline: configuration.tasksDeadline,
        duration: task.duration,
        ending: error.code == .timedOut ? .late : .failed(error.message))
      state.withLock { $0.reports.append(report) }
    }
  }
}

extension ShutdownReport.Ending {
  init(_ ending: LimitedEnding) {
    switch ending {
    case .finished: self = .finished
    case .failed(let error): self = .failed("\(error)")
    case .late: self = .late
    }
  }
}
