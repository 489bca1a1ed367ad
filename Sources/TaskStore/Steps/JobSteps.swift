import RecordFormat
import Synchronization
import TaskKit

/// The steps of one attempt of a job.
///
/// The code of a job runs from its start in each attempt. Each call of a step is compared with the
/// stored step at the same position. If one is stored, the call returns its result. If the code has
/// called all stored steps, the next call runs, and its step is stored before it returns.
///
/// A job that sleeps or waits leaves its function with an error. The error can be caught, so the
/// object remembers it: all further calls throw it again, and the worker asks for it when the
/// function has returned.
///
/// Rejected:
/// * A comparison by name only. If two steps change places in a new build, the second one would
///   return a result that the first one had no part in.
/// * Reading the steps with the claim. All jobs would pay for a query that few of them need.
/// * A suspended task instead of an error. It would hold memory and a lease for days, and a restart
///   needs the other way in any case.
///
/// - Concurrency: May be used from any task. A call while another one runs is an error.
final class JobSteps: Sendable {
  /// The reason why the attempt goes no further.
  enum Ending: Error, Sendable {
    case suspended(until: JobTime, signal: String?)
    case failed(TaskStoreError)
  }

  private struct State: Sendable {
    /// The steps that earlier attempts have stored, after they were read.
    var stored: [Int: StoredStep]?
    /// The number of steps that were called and not abandoned.
    var count = 0
    var names: Set<String> = []
    /// The step that runs.
    var current: Step?
    var ending: Ending?
  }

  /// A call of a step.
  struct Step: Sendable {
    let name: String
    let kind: StoredStep.Kind
    let location: CodeLocation

    /// The step in words: `the step 'pay'`.
    var words: String {
      switch (kind, name) {
      case (.sleep, ""): "a sleep"
      case (.sleep, _): "the sleep '\(name)'"
      case (.signal, _), (.timeout, _): "the signal '\(name)'"
      default: "the step '\(name)'"
      }
    }
  }

  /// The place where steps are kept.
  private enum Place: Sendable {
    case store(any TaskStore, JobClaim)
    /// No place, for a test that gives the payloads of signals.
    case test([String: any Encodable & Sendable])
  }

  private let id: JobID
  private let name: String
  private let place: Place
  private let state = Mutex(State())

  /// Creates the steps of the attempt of a claim.
  init(of claim: JobClaim, in store: any TaskStore) {
    id = claim.id
    name = claim.name
    place = .store(store, claim)
  }

  /// Creates the steps of a test, which are not stored.
  ///
  /// Sleeps end at once, and only the given signals arrive.
  init(of id: JobID, _ name: String, signals: [String: any Encodable & Sendable]) {
    self.id = id
    self.name = name
    place = .test(signals)
  }

  /// The reason why the attempt goes no further, or `nil` if its function decides.
  var ending: Ending? { state.withLock(\.ending) }

  /// Throws an error if the attempt must go no further.
  func check() throws {
    if let ending { throw error(of: ending) }
    try Task.checkCancellation()
  }

  /// Starts a step.
  ///
  /// Each started step is finished or abandoned.
  ///
  /// - Returns: The number of the step, and the stored step at this position, if any.
  func start(_ step: Step) async throws -> (number: Int, stored: StoredStep?) {
    try check()
    let problem = state.withLock { state -> String? in
      if let current = state.current {
        return """
          calls \(step.words) while \(current.words) (\(current.location)) runs: call one after the \
          other has returned, and not inside it.
          """
      }
      guard step.name.isEmpty || state.names.insert(step.name).inserted else {
        return "calls two steps '\(step.name)': give each its own name."
      }
      state.current = step
      state.count += 1
      return nil
    }
    if let problem { throw fail(problem, at: step.location) }
    do {
      let stored: [Int: StoredStep]
      if let known = state.withLock(\.stored) {
        stored = known
      } else {
        stored = try await stepsByNumber()
      }
      let number = state.withLock { state in
        state.stored = stored
        return state.count
      }
      guard let found = stored[number] else { return (number, nil) }
      let kind = found.kind == .timeout ? .signal : found.kind
      guard kind == step.kind, found.name == step.name else {
        throw fail(
          """
          calls \(step.words) as step \(number), but has stored \
          \(Step(name: found.name, kind: kind, location: step.location).words) there: restore it \
          and retry the job, or give the job of the new code another name.
          """, at: step.location)
      }
      return (number, found)
    } catch {
      abandon()
      throw error
    }
  }

  private func stepsByNumber() async throws -> [Int: StoredStep] {
    guard case .store(let store, _) = place else { return [:] }
    let steps = try await store.steps(of: id)
    return Dictionary(steps.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Stores the started step, in a transaction of the caller or, by default, of the store.
  ///
  /// - Throws: A `CancellationError` if another process has taken the job over. A
  ///   ``TaskStoreError`` if the transaction is not in the store's database.
  func store(
    _ work: NewStep.Work, as number: Int, _ name: String,
    in transaction: (any JobTransaction)? = nil, at location: CodeLocation
  ) async throws -> StoredStep {
    let new = NewStep(number: number, name: name, work: work)
    let step =
      switch (place, transaction) {
      case (.test(let signals), _): try new.stored(in: signals)
      case (.store(let store, let claim), nil): try await store.record(new, of: claim)
      case (.store(let store, let claim), let transaction?):
        try await store.transactional(at: location)
          .record(new, of: claim, in: transaction, at: location)
      }
    guard let step else { throw CancellationError() }
    state.withLock { $0.stored?[number] = step }
    return step
  }

  /// Finishes the started step, so that the next one can start.
  func finish() {
    state.withLock { $0.current = nil }
  }

  /// Abandons the started step, so that it can be called again.
  func abandon() {
    state.withLock { state in
      guard let step = state.current else { return }
      state.current = nil
      state.count -= 1
      state.names.remove(step.name)
    }
  }

  /// Ends the attempt until a time, or until a signal arrives.
  ///
  /// - Returns: The error to throw.
  func suspend(until time: TaskTime, signal: String? = nil) -> any Error {
    let ending = Ending.suspended(until: .at(time), signal: signal)
    state.withLock { $0.ending = $0.ending ?? ending }
    return error(of: ending)
  }

  /// Ends the attempt as failed for good, because the same mistake would be repeated.
  ///
  /// - Parameters:
  ///   - problem: A sentence about the job with a fix.
  ///   - location: The source location of the call.
  ///   - reason: The error that caused this one.
  /// - Returns: The error to throw.
  func fail(
    _ problem: String, at location: CodeLocation, because reason: (any Error)? = nil
  ) -> any Error {
    let error = TaskStoreError(
      .unfitStep, "the job \(id), '\(name)', \(problem)", at: location, underlyingError: reason)
    state.withLock { $0.ending = $0.ending ?? .failed(error) }
    return error
  }

  private func error(of ending: Ending) -> any Error {
    switch ending {
    case .suspended(_, let signal): JobEnding(kind: .suspend(signal: signal))
    case .failed(let error): error
    }
  }
}

extension NewStep {
  /// Returns the step as it is in a test, after its sleep or its wait.
  fileprivate func stored(in signals: [String: any Encodable & Sendable]) throws -> StoredStep {
    var stored = StoredStep(
      number: number, name: name, kind: kind, endTime: TaskTime(nanoseconds: .min))
    switch work {
    case .step(let result): stored.result = result
    case .sleep: break
    case .signal:
      stored.result = try signals[name].map { try JobJSON.text($0) }
      if stored.result == nil { stored.kind = .timeout }
    }
    return stored
  }
}
