import Synchronization

extension TaskManager {
  /// Destroys a task: it does not run any more, its name is free, and what depends
  /// on it misses it.
  ///
  /// If it is running, it is asked to stop if it can suspend, and goes on to its end
  /// otherwise.
  ///
  /// - Throws: A ``TaskError`` if there is none of this name.
  public func destroyTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) {
    let location = CodeLocation(fileID: fileID, line: line)
    let (entry, names, runs) = withState { state -> (TaskEntry?, [String], [TaskRun]) in
      let entry = state.catalog.remove(name)
      if let entry { state.forget([entry]) }
      return (
        entry, entry == nil ? state.catalog.names : [], Array(state.running.values)
      )
    }
    guard let entry else { throw .unknown(name, among: names, at: location) }
    entry.isDestroyed.store(true, ordering: .relaxed)
    scheduler.remove([entry])
    for run in runs { _ = run.cancel(entry) }
    // A milestone does not wait for tasks that are not there.
    milestonesDidChange()
  }

  /// Leaves a task out until it is resumed, as if it were not there: what depends
  /// on it does not wait for it.
  ///
  /// A run in which its turn has come goes on with it.
  ///
  /// - Returns: Whether it was not paused before.
  /// - Throws: A ``TaskError`` if there is none of this name.
  @discardableResult
  public func pauseTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> Bool {
    try setPaused(true, name, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Takes a paused task in again, from the next occurrence of its event on.
  ///
  /// - Returns: Whether it was paused before.
  /// - Throws: A ``TaskError`` if there is none of this name.
  @discardableResult
  public func resumeTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> Bool {
    try setPaused(false, name, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Cancels what a task does at present, and all that depend on it in the same run.
  ///
  /// The task stays, and runs at the next occurrence of its event. One that has begun
  /// is asked to stop if it can suspend, and goes on to its end otherwise.
  ///
  /// - Returns: Whether there was anything to cancel.
  /// - Throws: A ``TaskError`` if there is none of this name.
  @discardableResult
  public func cancelTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> Bool {
    let entry = try entry(named: name, at: CodeLocation(fileID: fileID, line: line))
    var isCancelled = false
    for run in withLock({ Array($0.running.values) }) where run.cancel(entry) {
      isCancelled = true
    }
    return isCancelled
  }

  // MARK: -

  private func setPaused(
    _ isPaused: Bool, _ name: String, at location: CodeLocation
  ) throws(TaskError) -> Bool {
    let (entry, hasChanged, names) = withState { state -> (TaskEntry?, Bool, [String]) in
      guard let entry = state.catalog[name] else { return (nil, false, state.catalog.names) }
      return (entry, state.catalog.setPaused(isPaused, entry), [])
    }
    guard let entry else { throw .unknown(name, among: names, at: location) }
    if hasChanged { scheduler.durable.setPaused(isPaused, entry) }
    if hasChanged && !isPaused { scheduler.resume(entry) }
    return hasChanged
  }

  func entry(named name: String, at location: CodeLocation) throws(TaskError) -> TaskEntry {
    let (entry, names) = withState { state in
      let entry = state.catalog[name]
      return (entry, entry == nil ? state.catalog.names : [])
    }
    guard let entry else { throw .unknown(name, among: names, at: location) }
    return entry
  }

  func add(_ definition: TaskDefinition) throws(TaskError) {
    if let misfit = definition.durableMisfit {
      throw TaskError(
        .badSchedule, "the task '\(definition.name)' was not added: \(misfit).",
        tasks: [definition.name], at: definition.location)
    }
    if definition.isDurable, !scheduler.durable.hasStore { throw .noStore(definition) }
    let (first, isMissed, new) = withState { state -> (TaskEntry?, TaskEvent?, TaskEntry?) in
      if let missed = definition.trigger.missed(of: state.begun) { return (nil, missed, nil) }
      if let first = state.catalog.add(definition) { return (first, nil, nil) }
      let entry = state.catalog[definition.name]
      entry?.knownDuration = state.otherTimings[definition.name]?.nanoseconds
      return (nil, nil, entry)
    }
    if let isMissed { throw .missed(definition, isMissed) }
    if let first {
      throw .duplicate(
        definition.name, declaredAt: first.definition.location, at: definition.location)
    }
    if let new { listen(to: new) }
  }
}
