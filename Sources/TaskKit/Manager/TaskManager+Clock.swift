import SectionRegistry
import Synchronization

extension TaskManager {
  /// The clock of scheduled tasks.
  ///
  /// Tasks that are scheduled already go by it from now on: what was due in a minute is
  /// due when a minute has passed by the new clock. Set it before the launch is over to
  /// have it hold for declared tasks from their first due time.
  public var clock: TaskClock {
    get { state.withLock { $0.clock } }
    set {
      let clock = newValue.make()
      withLock { state in
        state.leaving.append(state.clock)
        state.clock = newValue
      }
      scheduler.setClock(clock)
      if clock.ticks != nil { sources.listenToTicks(for: self) }
    }
  }

  /// Which intervals scheduled tasks may have; any, unless it is set.
  public var intervalRule: TaskIntervalRule {
    get { state.withLock { $0.intervalRule } }
    set { state.withLock { $0.intervalRule = newValue } }
  }

  /// When scheduled tasks were due so far, and what became of that.
  public var ledger: TaskLedger { scheduler.state.withLock { $0.ledger } }

  /// Schedules the declared tasks: the launch is over.
  func beginScheduling() {
    scheduler.begin()
    guard world.listensToProcess else { return }
    // The tasks of libraries that are loaded later begin then, not when tasks are next read.
    SectionRegistry.onChange { [weak self] added in
      guard let self, added.contains(where: { $0.kind == .scheduledTask }) else { return }
      withState { _ in }
    }
  }
}

extension TaskManager: ScheduleRunner {
  func run(_ due: TaskScheduler.DueRun) {
    let context = TaskContext(
      task: "", launchOptions: world.launchOptions, store: store, fire: due.fire)
    submit(
      RunRequest(
        occasion: .schedule(task: due.entry.name, entry: due.key, lane: due.lane),
        context: context, location: due.entry.definition.location, states: ownStates,
        begin: { [weak self] in self?.scheduler.didBegin(due) }
      ) { [weak self] _, error in
        guard let self else { return }
        // What is wrong with plans has been reported.
        if let error, error.code != .badPlan { report(error) }
        scheduler.didEnd(due)
      })
  }

  func didFinish(_ entry: TaskEntry) {
    guard entry.definition.isRemovedWhenOver else { return }
    withLock { state in
      guard state.catalog[entry.name] === entry else { return }
      _ = state.catalog.remove(entry.name)
      state.forget([entry])
    }
    scheduler.remove([entry])
    milestonesDidChange()
  }
}
