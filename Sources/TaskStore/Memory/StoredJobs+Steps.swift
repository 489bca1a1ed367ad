import TaskKit

// Steps of jobs, and the signals that they wait for.
extension StoredJobs {
  /// A signal that no step has received.
  struct Signal: Sendable, Hashable {
    let name: String
    let payload: String
  }

  package func steps(of job: JobID) -> [StoredStep] { steps[job] ?? [] }

  package mutating func record(
    _ step: NewStep, of claim: JobClaim, at monotonic: Int64, _ now: TaskTime
  ) -> StoredStep? {
    let id = claim.id
    guard rows[id]?.isHeld(by: claim, at: monotonic) == true else { return nil }
    var payload: String?
    if case .signal = step.work,
      let index = signals[id]?.firstIndex(where: { $0.name == step.name })
    {
      payload = signals[id]?.remove(at: index).payload
    }
    let place = steps[id]?.firstIndex { $0.number == step.number }
    let stored = step.stored(
      at: now, earlier: place.flatMap { steps[id]?[$0] }, payload: payload)
    if let place { steps[id]?[place] = stored } else { steps[id, default: []].append(stored) }
    return stored
  }

  package mutating func send(_ signal: NewSignal, at now: TaskTime) -> Bool {
    guard let record = rows[signal.job]?.record, record.state.isOpen else { return false }
    signals[signal.job, default: []].append(Signal(name: signal.name, payload: signal.payload))
    if record.signal == signal.name { wake(signal.job, at: now) }
    return true
  }

  /// Returns whether a signal with a name has arrived.
  func hasSignal(_ name: String?, of job: JobID) -> Bool {
    signals[job]?.contains { $0.name == name } ?? false
  }

  /// Ends the sleep of a job.
  mutating func endSleep(of job: JobID, at now: TaskTime) {
    for index in steps[job, default: []].indices {
      guard let step = steps[job]?[index], step.kind == .sleep, step.endTime > now else { continue }
      steps[job]?[index].endTime = now
    }
  }
}
