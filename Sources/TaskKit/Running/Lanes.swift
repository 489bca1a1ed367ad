import Dispatch
import Foundation
import ProcessLifecycle
import Synchronization

/// The executors on which tasks run: the main actor, workers, and Swift tasks.
///
/// ``ProcessLanes`` uses the executors of the process. ``SeededLanes`` lets a seed decide the order
/// of work, for tests.
protocol Lanes: Sendable {
  /// The number of workers.
  var workerCount: Int { get }

  /// A Boolean value that indicates whether the calling code may run work of the main actor.
  var isOnMain: Bool { get }

  /// A Boolean value that indicates whether a lane stops after each task, so that other work may
  /// run in between.
  var isStepwise: Bool { get }

  /// Runs work on the main actor soon, without waiting for it.
  func onMain(_ work: @escaping @Sendable () -> Void)

  /// Runs work on a worker soon, without waiting for it.
  func onWorker(_ work: @escaping @Sendable () -> Void)

  /// Starts a task that may suspend.
  ///
  /// It inherits nothing from the caller, because the caller has only finished the task that this
  /// one waited for.
  func start(_ task: SuspendingTask) -> StartedTask

  /// Starts other work that may suspend.
  func start(_ work: @escaping @concurrent @Sendable () async -> Void) -> StartedTask
}

/// A Swift task that a run has started.
///
/// It never throws. But if the type said so, the standard library would wrap the function of each
/// task once more, which costs an allocation.
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

  // Not with the other method, whose function would be wrapped twice.
  func start(_ task: SuspendingTask) -> StartedTask {
    StartedTask.detached { await task.run() }
  }

  func start(_ work: @escaping @concurrent @Sendable () async -> Void) -> StartedTask {
    StartedTask.detached(operation: work)
  }
}

/// Threads for work that may block, separate from the threads of Swift tasks.
///
/// Each piece of work in progress has a serial queue, because a serial queue gets its own thread.
/// Work that blocks on a concurrent queue would take threads from Swift tasks, because on Linux
/// both share the same small pool.
private final class WorkerQueues: Sendable {
  /// The idle queues, with the last used one at the end.
  private let idle = Mutex<[DispatchQueue]>([])

  /// Runs work on a thread soon, without waiting for it.
  func run(_ work: @escaping @Sendable () -> Void) {
    let queue = idle.withLock { $0.popLast() } ?? DispatchQueue(label: "TaskKit.worker")
    queue.async { [self] in
      work()
      idle.withLock { $0.append(queue) }
    }
  }
}

/// Lanes on which a seed decides the order of work: one piece of work at a time, on the main actor.
///
/// The work of a manager's lanes and of its asynchronous tasks waits here until it is drawn. Code
/// of the main actor that suspends uses the real main actor. The main actor gets a turn after each
/// piece, so that the order of its work is also the same every time.
final class SeededLanes: Lanes, TaskExecutor {
  /// A piece of work.
  private enum Piece: Sendable {
    case work(@Sendable () -> Void)
    case job(UnownedJob)
  }

  private struct State: Sendable {
    var random: SplitMix
    var pieces: [Piece] = []
    /// The number of asynchronous tasks that have started and not finished.
    var alive = 0

    /// Removes and returns a random piece of work.
    mutating func draw() -> Piece? {
      guard !pieces.isEmpty else { return nil }
      let index = Int(random.next() % UInt64(pieces.count))
      pieces.swapAt(index, pieces.count - 1)
      return pieces.removeLast()
    }
  }

  /// The number of turns of the main actor after which a suspended task counts as waiting for
  /// something outside.
  private static let patience = 64

  let workerCount: Int
  let isStepwise = true
  private let state: Mutex<State>

  init(seed: UInt64, workerCount: Int) {
    self.workerCount = max(1, workerCount)
    state = Mutex(State(random: SplitMix(seed: seed)))
  }

  /// Always `false`, so that work of the main actor is drawn as well.
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

  /// Runs pieces of work until none is left and the main actor adds none.
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

/// A generator of random numbers that are the same in every run (SplitMix64).
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
