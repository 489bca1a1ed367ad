import Synchronization
import TaskPlanning

extension TaskManager {
  /// The default time limit for the work of a task at the end of the process.
  package static let defaultShutdownTimeout = Duration.seconds(5)

  /// Calls the shutdown function of every task that succeeded.
  ///
  /// The dependents of a task shut down before it. Other tasks shut down side by side. A task that
  /// takes too long is cancelled, and its end is not awaited. ``terminate()`` calls this method
  /// after the tasks of ``TaskEvent/willTerminate``.
  ///
  /// A second call runs no shutdown function again.
  ///
  /// - Returns: A report, without the tasks that have no shutdown function.
  @discardableResult
  public func shutDown() async -> TaskRunReport {
    let context = context(for: .willTerminate)
    let run = withState { state -> TaskRun in
      let entries = state.catalog.entries.filter { $0.latestOutcome?.isSuccess ?? false }
      let dependents = state.catalog.dependents(among: entries)
      let ends = entries.map { entry in
        let isDone = entry.hasShutDown.exchange(true, ordering: .relaxed)
        return TaskEntry(entry.definition.atTheEnd(isDone: isDone))
      }
      let plan = TaskPlan.make(
        tasks: ends.map { end in
          PlannedTask(
            name: end.name, priority: end.definition.priority.rawValue,
            follows: dependents[end.name] ?? [],
            lane: end.isForMain ? .main : .workers, location: end.definition.location)
        }, policy: .priorityOrder)
      return TaskRun(
        number: state.queue.nextNumber(),
        request: RunRequest(
          occasion: .end, context: context, location: CodeLocation(fileID: #fileID, line: #line)
        ) { _, _ in },
        entries: TaskEntries(ends), plan: plan, namesOfTypes: [:],
        failurePolicy: .continue, slice: nil, manager: self)
    }
    let report = await withCheckedContinuation { continuation in
      run.whenEnded { continuation.resume(returning: $0) }
      begin(run.begin())
    }
    // Read under the run's lock, because the thread sanitizer does not see that a continuation
    // synchronizes with the thread that made the value.
    return run.state.withLock(\.report) ?? report
  }
}

extension TaskCatalog {
  /// Returns the names of the dependents of each of these tasks.
  fileprivate func dependents(among entries: [TaskEntry]) -> [String: [String]] {
    var dependents: [String: [String]] = [:]
    for entry in entries {
      for reference in entry.definition.requires + entry.definition.follows {
        dependents[name(of: reference), default: []].append(entry.name)
      }
    }
    let known = Set(entries.map(\.name))
    return dependents.mapValues { $0.filter(known.contains) }
  }
}

extension TaskDefinition {
  /// Returns the definition of the task's work at the end of the process.
  fileprivate func atTheEnd(isDone: Bool) -> TaskDefinition {
    var end = self
    end.isRemovedAfterRun = false
    end.properties = TaskProperties()
    // Only a body that belongs to the main actor needs it.
    end.properties.isConcurrent = true
    end.properties.timeout =
      properties.shutdownTimeout ?? TaskManager.defaultShutdownTimeout
    end.properties.failurePolicy = .continue
    if let shutdown, !isDone {
      end.body = shutdown
    } else {
      end.isSilent = true
      end.properties.timeout = nil
      end.body = TaskBody(form: .synchronous { _ in nil })
    }
    return end
  }
}
