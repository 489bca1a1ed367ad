import HarborContracts
import Synchronization

/// Knows when everything is done that a moment of the day has brought about.
///
/// The day goes on only then, so that what is said comes in one order on every machine. It learns
/// of all changes by events: tasks and the clock call a closure, and the store of jobs gives hints.
/// A program that waits costs nothing.
final class Quiet: Sendable {
  private struct State {
    /// Tasks that have been scheduled and are not over.
    var underWay = 0
    /// The number of times that each task was over.
    var ends: [String: Int] = [:]
    /// The number of departed ships whose jobs are not stored yet: a wire stores them some time
    /// later, and no one waits for that.
    var owedJobs = 0
    /// The latest job that was counted against ``owedJobs``.
    var latestJob = JobID(0)
  }

  private let state: SharedState
  private let store: SQLiteStore?
  private let hints: Task<Void, Never>?
  private let watch: TaskWatch
  private let sailing: RheaRegistration
  /// Has an element whenever it may have become quiet; one is as good as many.
  private let changes: AsyncStream<Void>

  /// The state that the watch and its owner share.
  private final class SharedState: Sendable {
    let mutex = Mutex(State())
  }

  /// Begins to watch all tasks.
  ///
  /// - Parameter store: The store of the day's own jobs, to wait for them as well.
  /// - Throws: An error of the store.
  init(store: SQLiteStore?) async throws {
    self.store = store
    let state = SharedState()
    self.state = state
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.changes = changes
    let latestJob = try await store?.jobs(JobFilter(limit: 1)).first?.id
    state.mutex.withLock { $0.latestJob = latestJob ?? $0.latestJob }
    let newHints = await store?.hints()
    hints = newHints.map { hints in Task { for await _ in hints { change.yield() } } }
    DayClock.shared.whenTaskWaits { change.yield() }
    watch = TaskManager.shared.watch { step in
      state.mutex.withLock { state in
        switch step.state {
        case .scheduled: state.underWay += 1
        case .running, .progress: break
        case .succeeded, .failed, .skipped, .cancelled:
          state.underWay -= 1
          state.ends[step.task, default: 0] += 1
        }
      }
      change.yield()
    }
    sailing = Rhea.on(.shipDidSail, repeatable: true) { _ in
      state.mutex.withLock { $0.owedJobs += 1 }
    }
  }

  deinit {
    hints?.cancel()
    watch.cancel()
    sailing.cancel()
  }

  /// The number of times that each task was over so far.
  var ends: [String: Int] { state.mutex.withLock(\.ends) }

  /// A Boolean value that indicates whether no task has anything to do before a later moment.
  private var isQuiet: Bool {
    state.mutex.withLock(\.underWay) <= DayClock.shared.waitingTaskCount
  }

  /// Returns whether a job has not ended, or is not stored yet.
  private func hasOpenJobs() async throws -> Bool {
    guard let store else { return false }
    let (owed, latest) = state.mutex.withLock { ($0.owedJobs, $0.latestJob) }
    if owed > 0 {
      let new = try await store.jobs(JobFilter(name: "SendInvoice", limit: owed)).filter {
        $0.id > latest
      }
      state.mutex.withLock { state in
        state.owedJobs -= new.count
        state.latestJob = new.first?.id ?? latest
      }
      guard new.count == owed else { return true }
    }
    // A blocked job waits for one that is open in another state.
    return try await store.count(JobFilter(states: [.delayed, .waiting, .running], limit: 1)) > 0
  }

  /// Returns when all is done, and certain tasks have been over once more.
  ///
  /// - Parameters:
  ///   - names: Tasks that the clock runs now: they are on their way, and not yet
  ///     among the running ones.
  ///   - before: How often each task had been over before.
  ///   - isStopping: Whether the day is to end instead.
  /// - Throws: An error of the store.
  @MainActor func wait(
    for names: Set<String> = [], since before: [String: Int] = [:], unless isStopping: () -> Bool
  ) async throws {
    // What is done on the main actor may bring about more there, which then has had its
    // turn at the next look.
    var quietLooks = 0
    var changes = changes.makeAsyncIterator()
    while quietLooks < 3, !isStopping() {
      // Asked first, because tasks may start and end during the question.
      let hasOpenJobs = try await hasOpenJobs()
      let ends = ends
      let haveRun = names.allSatisfy { ends[$0, default: 0] > before[$0, default: 0] }
      // Both end with the task, which is cancelled when the app is asked to stop.
      if isQuiet, haveRun, !hasOpenJobs {
        quietLooks += 1
        do { try await Task.sleep(for: .microseconds(300)) } catch { return }
      } else {
        quietLooks = 0
        guard await changes.next(isolation: MainActor.shared) != nil else { return }
      }
    }
  }
}
