import TaskKit
import ToolkitTrace

// The way from the schedules in the store to claimable fires.
extension StoreScheduler {
  /// Registers schedules, and decides about past fires.
  ///
  /// - Returns: The time of the next fire, by the scheduler's clock, at most a pace from now.
  func decide() async throws -> Duration {
    guard !tasks.isEmpty else { return time.elapsed() + Self.pace }
    // If another process changed a schedule first, it is read again, but only a few times.
    for _ in 0..<3 {
      try await setPauses()
      // Read before the store reads its clock, so that the next fire is not missed if a test moves
      // both clocks in between.
      let beginning = time.elapsed()
      let stored = try await store.schedules(of: tasks.keys.sorted())
      var changes: [ScheduleChange] = []
      var decisions: [String: DurableTask.Decision] = [:]
      for (name, task) in tasks {
        if let problem = stored.unreadable[name] {
          reportUnreadable(task, problem)
        } else if let change = registration(of: task, stored.schedules[name], at: stored.now) {
          changes.append(change)
        } else if let schedule = stored.schedules[name] {
          note(schedule, of: task, at: stored.now)
          guard let decision = decision(about: task, schedule, at: stored.now) else { continue }
          decisions[name] = decision
          changes.append(
            ScheduleChange(
              task: name, definition: schedule.definition, expected: schedule.version,
              progress: decision.progress, decided: decided(decision, schedule.progress),
              retention: retention))
        }
      }
      guard !changes.isEmpty else {
        let rests = stored.schedules.values.compactMap(\.progress.wake).map { $0 - stored.now }
        return beginning + max(.zero, min(rests.min() ?? Self.pace, Self.pace))
      }
      for name in try await store.commit(changes) {
        registered.insert(name)
        for miss in decisions[name]?.misses ?? [] { tasks[name]?.noteMiss(miss) }
      }
      if !decisions.isEmpty { whenDecided() }
    }
    return time.elapsed()
  }

  /// Pauses and resumes tasks.
  ///
  /// A task without a registered schedule is handled when its schedule is registered.
  private func setPauses() async throws {
    for (task, isPaused) in pauses where try await store.setPaused(isPaused, task) {
      // The pause may have been changed again during the call.
      if pauses[task] == isPaused { pauses[task] = nil }
    }
  }

  /// Returns the change that registers the definition of this process, or `nil` if it is
  /// registered.
  ///
  /// The definition of the process that was started last is used, as in a rolling deployment. If
  /// that process stops deciding, another one takes over.
  private func registration(
    of task: DurableTask, _ schedule: StoredSchedule?, at now: TaskTime
  ) -> ScheduleChange? {
    guard let schedule else {
      return task.progress(at: now).map {
        ScheduleChange(
          task: task.storedName, definition: task.definition, expected: nil, progress: $0)
      }
    }
    if registered.contains(task.storedName) {
      guard schedule.definition != task.definition, let wake = schedule.progress.wake,
        wake + lease + Self.pace < now
      else { return nil }
    } else if schedule.definition == task.definition, !mustReplan.contains(task.storedName) {
      registered.insert(task.storedName)
      return nil
    }
    mustReplan.remove(task.storedName)
    return task.progress(after: schedule.progress, at: now).map {
      ScheduleChange(
        task: task.storedName, definition: task.definition, expected: schedule.version, progress: $0
      )
    }
  }

  private func decision(
    about task: DurableTask, _ schedule: StoredSchedule, at now: TaskTime
  ) -> DurableTask.Decision? {
    guard schedule.definition == task.definition else { return nil }
    return task.decide(
      after: schedule.progress, at: now, isPaused: schedule.isPaused,
      unfinished: schedule.unfinished, latestEnd: schedule.latestEnd)
  }

  /// Returns the records of a decision: one for each fire, which includes the missed ones before
  /// it.
  private func decided(
    _ decision: DurableTask.Decision, _ progress: ScheduleProgress
  ) -> [DecidedTime] {
    var records: [TaskTime: DecidedTime] = [:]
    for fire in decision.fires {
      records[fire.fireTime] = DecidedTime(fireTime: fire.fireTime, number: fire.number)
    }
    for miss in decision.misses {
      var record = records[miss.fireTime] ?? DecidedTime(fireTime: miss.fireTime, number: nil)
      let since = miss.count == 1 ? miss.fireTime : progress.next ?? miss.fireTime
      record.missed = MissedFires(
        count: (record.missed?.count ?? 0) + miss.count, since: record.missed?.since ?? since,
        reason: miss.reason)
      records[miss.fireTime] = record
    }
    return records.values.sorted { $0.fireTime < $1.fireTime }
  }

  /// Passes the stored state of a task on, for `list`, pauses and the end of the schedule.
  private func note(_ schedule: StoredSchedule, of task: DurableTask, at now: TaskTime) {
    let isChanging = pauses[task.storedName] != nil || inbox.willSetPaused(task.storedName)
    let isPaused = isChanging ? nil : schedule.isPaused
    task.note(next: schedule.progress.next.map { $0 + schedule.progress.delay }, isPaused: isPaused)
    let isOver = task.isOver(
      after: schedule.progress, unfinished: schedule.unfinished, latestEnd: schedule.latestEnd,
      at: now)
    if isOver { task.noteEnd() }
  }
}
