extension TaskExecution {
  /// Cancels a task and all tasks that require it, unless they have finished.
  ///
  /// A running task continues until its end is reported. Its caller must stop it. If the task has
  /// finished, only the tasks that require it are cancelled.
  ///
  /// - Complexity: Linear in the tasks that require it and their edges.
  package mutating func cancel(_ task: Int) -> Effect {
    var effect = Effect()
    if states[task] == .waiting || states[task] == .ready {
      end(task, .cancelled, because: .cancelled, &effect)
    }
    // The search also follows finished and running tasks, because waiting tasks may require them.
    var met: Set<Int> = [task]
    var queue = [task]
    var head = 0
    while head < queue.count {
      let cause = queue[head]
      head += 1
      for place in plan.edges.hard(of: cause) {
        let dependent = Int(plan.edges.targets[place])
        guard met.insert(dependent).inserted else { continue }
        queue.append(dependent)
        guard states[dependent] == .waiting || states[dependent] == .ready else { continue }
        end(dependent, .cancelled, because: .requires(cause, origin: task), &effect)
      }
    }
    releaseFollowers(ofEnded: &effect)
    return effect
  }

  /// Returns the reason why a task did not do its work, or `nil` if it did or still may.
  package func reason(of task: Int) -> Reason? { reasons[task] }

  /// Returns a sentence about why a task did not do its work.
  ///
  /// It is `nil` if the task did its work or still may, or if it failed.
  package func explanation(of task: Int) -> String? {
    func mention(_ task: Int) -> String { TaskProblem.Mention(plan.tasks[task]).description }
    guard let reason = reasons[task] else { return plan.leftOutReason(of: task) }
    switch reason {
    case .own(let text): return "\(mention(task)) was skipped: \(text)"
    case .cancelled: return "\(mention(task)) was cancelled"
    case .aborted(let other):
      return "\(mention(task)) did not start because \(mention(other)) failed, which ends the run"
    case .requires(let other, let origin):
      let way = other == origin ? "" : ", through \(mention(other))"
      return states[task] == .cancelled
        ? "\(mention(task)) was cancelled with \(mention(origin)), which it requires\(way)"
        : "\(mention(task)) was skipped because it requires \(mention(origin))\(way); "
          + ending(of: origin)
    }
  }

  private func ending(of origin: Int) -> String {
    if case .own(let text)? = reasons[origin] { return "that was skipped: \(text)" }
    return "that failed"
  }

  // MARK: - Steps

  /// Ends all tasks that require a finished one, and releases the tasks that only follow it or
  /// them.
  mutating func endDependents(of task: Int, with state: State, _ effect: inout Effect) {
    endThose(requiring: task, with: state, origin: task, &effect)
    // The list of ended tasks is also the queue.
    var head = 0
    while head < effect.ended.count {
      endThose(requiring: effect.ended[head], with: state, origin: task, &effect)
      head += 1
    }
    release(plan.edges.soft(of: task), &effect)
    releaseFollowers(ofEnded: &effect)
  }

  private mutating func endThose(
    requiring cause: Int, with state: State, origin: Int, _ effect: inout Effect
  ) {
    for place in plan.edges.hard(of: cause) {
      let dependent = Int(plan.edges.targets[place])
      guard states[dependent] == .waiting else { continue }
      end(dependent, state, because: .requires(cause, origin: origin), &effect)
    }
  }

  /// Releases the tasks that follow ended ones.
  ///
  /// It runs after all of these have ended, because otherwise a task might become ready for a
  /// moment.
  private mutating func releaseFollowers(ofEnded effect: inout Effect) {
    for index in effect.ended.indices {
      release(plan.edges.soft(of: effect.ended[index]), &effect)
    }
  }

  /// Ends a task that has not started.
  private mutating func end(
    _ task: Int, _ state: State, because reason: Reason, _ effect: inout Effect
  ) {
    withdraw(task)
    end(task, state)
    reasons[task] = reason
    effect.ended.append(task)
  }

  /// Ends all tasks that have not started.
  mutating func abort(by task: Int, _ effect: inout Effect) {
    abortedBy = abortedBy ?? task
    for other in plan.order where states[other] == .waiting || states[other] == .ready {
      end(other, .cancelled, because: .aborted(by: task), &effect)
    }
  }

  /// Removes a task from the ready ones, if it is ready.
  private mutating func withdraw(_ task: Int) {
    guard states[task] == .ready else { return }
    let place = Int(plan.places[task])
    if place < 0 {
      readyMain.remove(~place)
    } else if !needsNoWorker.isEmpty && needsNoWorker[task] {
      readyAtOnce.remove(place)
    } else {
      readyWorkers.remove(place)
    }
  }
}
