import Dispatch
import Foundation
import ProcessLifecycle
import Synchronization

/// The executors on which tasks run: the main actor, workers, and Swift's own tasks.
///
/// The process has real ones, and a test those that a seed decides about.
protocol Lanes: Sendable {
  /// The number of workers.
  var workerCount: Int { get }

  /// A Boolean value that indicates whether the calling code may run what belongs to
  /// the main actor.
  var isOnMain: Bool { get }

  /// A Boolean value that indicates whether a lane asks again after each task, so that
  /// something else may run in between.
  var isStepwise: Bool { get }

  /// Runs work on the main actor, soon.
  func onMain(_ work: @escaping @Sendable () -> Void)

  /// Runs work on a worker, soon.
  func onWorker(_ work: @escaping @Sendable () -> Void)

  /// Starts a task that may suspend. It inherits nothing from the caller, who only
  /// happens to be the one who ended what it had waited for.
  func start(_ task: SuspendingTask) -> StartedTask

  /// Starts other work that may suspend.
  func start(_ work: @escaping @concurrent @Sendable () async -> Void) -> StartedTask
}

/// A Swift task that a run has started.
///
/// None throws. But where the type says so, the library wraps the function of each once more,
/// which costs an allocation.
typealias StartedTask = Task<Void, any Error>

/// The lanes of the process.
struct ProcessLanes: Lanes {
  let workerCount: Int
  let isStepwise = false
  private let queues = WorkerQueues()

  init(workerCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.workerCount = max(1, workerCount)
  }

  var isOnMain: Bool { ProcessLifecycle.isOnMain }

  func onMain(_ work: @escaping @Sendable () -> Void) {
    Task.detached { @MainActor in work() }
  }

  func onWorker(_ work: @escaping @Sendable () -> Void) {
    queues.run(work)
  }

  // Not by way of a function, which would be wrapped twice.
  func start(_ task: SuspendingTask) -> StartedTask {
    StartedTask.detached { await task.run() }
  }

  func start(_ work: @escaping @concurrent @Sendable () async -> Void) -> StartedTask {
    StartedTask.detached(operation: work)
  }
}

/// Threads for work that may block, apart from those on which Swift's tasks run.
///
/// A queue for each piece of work that goes on: a serial queue gets a thread of its own,
/// whereas what blocks on a concurrent one takes its place from Swift's tasks, which on
/// Linux come from the same few threads.
private final class WorkerQueues: Sendable {
  /// The queues that have nothing to do, the last one used last.
  private let idle = Mutex<[DispatchQueue]>([])

  /// Runs work on a thread, soon.
  func run(_ work: @escaping @Sendable () -> Void) {
    let queue = idle.withLock { $0.popLast() } ?? DispatchQueue(label: "TaskKit.worker")
    queue.async { [self] in
      work()
      idle.withLock { $0.append(queue) }
    }
  }
}

/// Lanes on which a seed decides who is next: one piece of work at a time, on the main
/// actor.
///
/// What the lanes of a manager and its asynchronous tasks have to do waits here until it
/// is drawn. Code of the main actor that suspends goes through the real main actor, which
/// gets its turn after each piece, so that it is in the same order every time, too.
final class SeededLanes: Lanes, TaskExecutor {
  /// A piece of work.
  private enum Piece: Sendable {
    case work(@Sendable () -> Void)
    case job(UnownedJob)
  }

  private struct State: Sendable {
    var random: SplitMix
    var pieces: [Piece] = []
    /// The number of asynchronous tasks that have begun and not ended.
    var alive = 0

    /// Draws the next piece.
    mutating func draw() -> Piece? {
      guard !pieces.isEmpty else { return nil }
      let index = Int(random.next() % UInt64(pieces.count))
      pieces.swapAt(index, pieces.count - 1)
      return pieces.removeLast()
    }
  }

  /// The number of turns of the main actor after which a suspended task counts as waiting
  /// for something else.
  private static let patience = 64

  let workerCount: Int
  let isStepwise = true
  private let state: Mutex<State>

  init(seed: UInt64, workerCount: Int) {
    self.workerCount = max(1, workerCount)
    state = Mutex(State(random: SplitMix(seed: seed)))
  }

  /// Never, so that even there everything is drawn.
  var isOnMain: Bool { false }

  func onMain(_ work: @escaping @Sendable () -> Void) { add(.work(work)) }

  func onWorker(_ work: @escaping @Sendable () -> Void) { add(.work(work)) }

  func start(_ task: SuspendingTask) -> StartedTask { start { await task.run() } }

  func start(_ work: @escaping @concurrent @Sendable () async -> Void) -> StartedTask {
    state.withLock { $0.alive += 1 }
    return StartedTask.detached(executorPreference: self) { [self] in
      await work()
      state.withLock { $0.alive -= 1 }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  private func add(_ piece: Piece) {
    state.withLock { $0.pieces.append(piece) }
  }

  /// Runs pieces until there are none, and the main actor brings none either.
  @MainActor
  func runUntilIdle() async {
    var idleTurns = 0
    while idleTurns < Self.patience {
      let (piece, mayBeOnMain) = state.withLock { state in
        let piece = state.draw()
        return (piece, state.alive > 0)
      }
      switch piece {
      case .work(let work)?: work()
      case .job(let job)?: unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      case nil where !mayBeOnMain: return
      case nil: idleTurns += 1
      }
      if piece != nil { idleTurns = 0 }
      if mayBeOnMain { await Task.yield() }
    }
  }
}

/// Random numbers that are the same in every run (SplitMix64).
struct SplitMix: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
