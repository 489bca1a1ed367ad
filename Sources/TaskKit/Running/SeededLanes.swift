import Synchronization

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
