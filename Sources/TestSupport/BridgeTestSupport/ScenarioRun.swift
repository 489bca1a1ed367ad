import Bridge
import Foundation
import ModularityTestSupport
import Synchronization
import Testing
import ToolkitTrace

/// A run of a scenario: its causes, its occurrences, and the time in its state.
final class ScenarioRun: Sendable {
  private struct State {
    /// The spans of the stimuli since the previous group of expectations.
    var roots: Set<TraceSpanID> = []
    /// The errors of stimuli that returned before they failed.
    var failures: [String] = []
    /// The effects that the current group of expectations names.
    var covered: [@Sendable (TraceSpan) -> Bool] = []
    /// The jobs that existed before the current group of stimuli.
    var latestJob: JobID?
  }

  private let location: SourceLocation
  private let activity: FreshActivity
  private let scope = ModuleScope.current
  private let spans = CollectedSpans()
  private let state = Mutex(State())

  init(at location: SourceLocation) throws {
    guard let activity = FreshActivity.current else {
      throw ModuleTestError(
        """
        a scenario needs a fresh state: add '.module("…")' or '.freshModules' to the test or its \
        suite.
        """)
    }
    self.activity = activity
    self.location = location
  }

  /// Performs the steps, and records an issue for each unmet expectation.
  func perform(_ steps: [Scenario.Step]) async throws {
    let recording = TraceRecording.begin(with: spans)
    defer { recording.end() }
    var watches: [Expectation.Watch] = []
    defer { for watch in watches { watch.stop() } }
    for case .expectation(let expectation) in steps { watches.append(try expectation.watch()) }
    var next = watches.startIndex
    var isNewGroup = true
    for step in steps {
      switch step {
      case .stimulus(let stimulus):
        if isNewGroup {
          for watch in watches { watch.reset() }
          try await beginGroup()
          isNewGroup = false
        }
        try await apply(stimulus)
      case .expectation(let expectation):
        try await check(expectation, watches[next])
        next += 1
        isNewGroup = true
      }
    }
  }

  private func beginGroup() async throws {
    let latest = hasStore ? try await TaskManager.shared.jobs.list(JobFilter(limit: 1)).first : nil
    state.withLock { $0 = State(latestJob: latest?.id) }
  }

  private func apply(_ stimulus: @Sendable (ScenarioRun) async throws -> Void) async throws {
    try await Trace.span("stimulus", kind: .stimulus, module: "BridgeTestSupport") {
      if let root = Trace.currentCause { state.withLock { _ = $0.roots.insert(root) } }
      try await stimulus(self)
      await waitUntilIdle()
    }
    let failures = state.withLock { state in
      defer { state.failures = [] }
      return state.failures
    }
    for failure in failures { Issue.record(Comment(rawValue: failure), sourceLocation: location) }
    scope?.recordProblems(at: location)
  }

  private func check(_ expectation: Expectation, _ watch: Expectation.Watch) async throws {
    if let covers = expectation.covers { state.withLock { $0.covered.append(covers) } }
    guard let reason = try await watch.unmetReason(self) else { return }
    Issue.record(
      Comment(rawValue: "\(reason).\n\(summary)"), sourceLocation: expectation.location)
  }

  /// Records an error of a stimulus that has already returned.
  func fail(_ failure: String) { state.withLock { $0.failures.append(failure) } }

  // MARK: - Effects

  private var hasStore: Bool { TaskManager.shared.durableScheduling != nil }

  /// The jobs that were stored since the previous group of expectations.
  var newJobs: [JobRecord] {
    get async throws {
      guard hasStore else { return [] }
      let latest = state.withLock(\.latestJob)
      return try await TaskManager.shared.jobs.list(JobFilter(limit: 10_000))
        .filter { record in latest.map { record.id > $0 } ?? true }.reversed()
    }
  }

  /// The spans that the current group of stimuli caused.
  private var caused: [TraceSpan] {
    let roots = state.withLock(\.roots)
    return spans.caused(by: roots).filter { $0.module != "BridgeTestSupport" }
  }

  /// The effects that no expectation of the group names, with the kind and the name of each, sorted.
  var otherEffects: [String] {
    let (roots, covered) = state.withLock { ($0.roots, $0.covered) }
    let caused = caused
    let roles = SpanRoles(spans.all)
    return caused.filter { span in
      guard let cause = span.cause, !roots.contains(cause) else { return false }
      let isEffect =
        switch span.kind {
        case .event: roles[span] == .occasion
        case .task: roles[span] == .code
        case .route, .job, .relay: true
        default: false
        }
      return isEffect && !covered.contains { $0(span) }
    }.map { "\($0.kind) \($0.name)" }.sorted()
  }

  /// The chains of causes in this group.
  private var summary: String {
    // Without links, because the span that enqueued a job is a stimulus or in the chain.
    let trace = BridgeTrace(
      spans: caused.map { span in
        TraceSpan(
          id: span.id, name: span.name, kind: span.kind, module: span.module, start: span.start,
          duration: span.duration, cause: span.cause)
      })
    guard !trace.spans.isEmpty else { return "Nothing happened." }
    return "What happened:\n\(trace)"
  }

  // MARK: - Time

  /// Waits until nothing is due and nothing runs in the state.
  private func waitUntilIdle() async {
    let manager = TaskManager.shared
    var claims = 0
    while true {
      let (earlierTotal, earlierClaims) = (activity.total, claims)
      await activity.finished()
      if scope != nil { await manager.runDueSchedules() }
      let hasRun = await manager.waitForRunsOrPauses()
      claims = await manager.waitForStoreWork()
      // Work that was sent to the main actor comes before this.
      await MainActor.run {}
      if !hasRun, activity.total == earlierTotal, claims == earlierClaims { return }
    }
  }

  /// Lets time pass, from one fire to the next.
  func pass(_ duration: Duration) async throws {
    guard let scope else {
      throw ModuleTestError(
        """
        \(location): time passes by itself in this state: use '.module("…")', where 'pass' moves it.
        """)
    }
    await waitUntilIdle()
    let end = scope.clock.now.advanced(by: duration)
    while let next = try await nextFire(in: scope), next < end {
      scope.clock.advance(to: next)
      await waitUntilIdle()
    }
    scope.clock.advance(to: end)
  }

  /// The time of the next fire or the next delayed job, after now.
  private func nextFire(in scope: ModuleScope) async throws -> ManualClock.Instant? {
    let manager = TaskManager.shared
    let now = scope.clock.now
    var times = [manager.timeToNextFire.map { now.advanced(by: $0) }].compactMap(\.self)
    // A date is less precise than a duration, so it is rounded up.
    times += manager.list.compactMap(\.nextFireTime).map { date in
      let elapsed = Duration.seconds(date.timeIntervalSince(ModuleScope.start))
      return ManualClock.Instant(offset: elapsed + .milliseconds(1))
    }
    let delayed = try await manager.jobs.list(JobFilter(states: [.delayed], limit: 10_000))
    let start = TaskTime(ModuleScope.start)
    times += delayed.map { ManualClock.Instant(offset: $0.dueTime - start) }
    return times.filter { $0 > now }.min()
  }
}

extension TraceKind {
  /// A stimulus of a scenario.
  fileprivate static var stimulus: TraceKind { "stimulus" }
}

/// The occurrences of one effect.
final class Occurrences<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  func add(_ value: Value) { values.withLock { $0.append(value) } }

  func removeAll() { values.withLock { $0 = [] } }
}

/// The spans of the process during a run.
///
/// A process has one trace. The spans of concurrent scenarios are told apart by their first cause.
private final class CollectedSpans: TraceSink {
  private let spans = Mutex<[TraceSpan]>([])

  var all: [TraceSpan] { spans.withLock { $0 } }

  func receive(_ span: TraceSpan) { spans.withLock { $0.append(span) } }

  /// Returns the spans with a first cause among some spans, without these.
  func caused(by roots: Set<TraceSpanID>) -> [TraceSpan] {
    var caused = roots
    // A span is younger than its cause.
    return all.sorted { $0.id < $1.id }.filter { span in
      guard let cause = span.cause, caused.contains(cause) else { return false }
      caused.insert(span.id)
      return true
    }
  }
}

/// The recording of a scenario or of coverage, which turns tracing on unless it is on already.
struct TraceRecording {
  private struct State {
    var users = 0
    var hasStarted = false
  }

  private static let state = Mutex(State())

  private let attachment: TraceSinkAttachment?

  /// Attaches a sink, if any, and starts to trace for the first of several concurrent tests.
  static func begin(with sink: (any TraceSink)? = nil) -> TraceRecording {
    let attachment = sink.map { Trace.attach($0) }
    state.withLock { state in
      state.users += 1
      // A test may have stopped it.
      guard !Trace.isOn else { return }
      // Only sinks receive the spans.
      Trace.start(capacity: 0)
      state.hasStarted = true
    }
    return TraceRecording(attachment: attachment)
  }

  func end() {
    attachment?.cancel()
    Self.state.withLock { state in
      state.users -= 1
      guard state.users == 0, state.hasStarted else { return }
      Trace.stop()
      state.hasStarted = false
    }
  }
}
