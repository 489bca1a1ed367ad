import CAllocationCounter

extension Measurement {
  /// How long a batch should run: so long that reading the clock does not show,
  /// and so short that on a busy machine most batches are not interrupted.
  private static let batchTime: Duration = .microseconds(200)
  private static let batchCount = 1_001
  /// Long work makes do with fewer batches: as many as fit into this, but never
  /// less than a few.
  private static let totalTime: Duration = .seconds(3)
  private static let smallestBatchCount = 7

  /// Runs the work and its baseline in turns, batch by batch.
  init(running comparison: Comparison) async throws {
    let work = try await Batch(of: comparison.work)
    let baseline: Batch? =
      if let baseline = comparison.baseline { try await Batch(of: baseline) } else { nil }

    var times: [Double] = []
    var baselineTimes: [Double] = []
    let start = ContinuousClock.now
    while times.count < Self.batchCount,
      times.count < Self.smallestBatchCount || ContinuousClock.now - start < Self.totalTime
    {
      times.append(try await work.run())
      if let baseline { baselineTimes.append(try await baseline.run()) }
    }
    minimum = times.min() ?? 0
    median = times.median
    if baseline != nil {
      self.baseline = baselineTimes.median
      ratio = zip(times, baselineTimes).map { $0 / $1 }.median
    }
    mallocs = try await work.mallocs()
  }

  /// As many iterations of some work as it takes to measure it.
  private struct Batch {
    let work: Work
    let iterations: Int

    /// Finds out how many that are, which also warms everything up.
    init(of work: Work) async throws {
      self.work = work
      var iterations = 1
      while try await work.run(iterations: iterations) < Measurement.batchTime,
        iterations < 1 << 30
      {
        iterations *= 2
      }
      self.iterations = iterations
    }

    private var operations: Double { Double(iterations * work.operationsPerIteration) }

    /// The time of an operation, in nanoseconds.
    func run() async throws -> Double {
      try await work.run(iterations: iterations).nanoseconds / operations
    }

    /// The allocations of an operation, to a hundredth: another thread
    /// may have allocated meanwhile.
    func mallocs() async throws -> Double? {
      guard modkit_can_count_allocations() else { return nil }
      modkit_start_counting_allocations()
      _ = try await work.run(iterations: iterations)
      let count = modkit_stop_counting_allocations()
      return (Double(count) / operations * 100).rounded() / 100
    }
  }
}
