import SectionRegistry

/// One piece of work, what it is measured beside, and what it has to reach.
///
/// A benchmark is declared as a record, which is all that it takes: the harness
/// finds it in the binary, and no list has to name it.
///
/// ```swift
/// #record("bnch", key: "Khala: route lookup") {
///   Benchmark(targets: [.ratio(atMost: 1.5), .mallocs(atMost: 1)]) {
///     let router = Router(routes: githubRoutes)
///     return Comparison(
///       Work { iterations in
///         for _ in 0..<iterations { blackHole(router.match("/gists/17")) }
///       },
///       baseline: Work { iterations in … })
///   }
/// }
/// ```
///
/// The record's key is the benchmark's name: the module, a colon, and the case.
public struct Benchmark: Sendable {
  /// What the measurements must come to.
  public let targets: [Target]

  /// The name of a benchmark whose median is this one's baseline; used where the
  /// two cannot live in one process.
  public let besideBenchmark: String?

  /// How often the work is repeated to count its instructions: often enough that
  /// a few thousand instructions more or less at start-up do not show.
  public let countedIterations: Int

  /// Whether its instructions are not counted.
  ///
  /// They are others in each run if it works on several threads, and take minutes to
  /// count if there are milliards of them.
  public let isOnlyTimed: Bool

  /// Makes the work, in the process that will run it.
  let prepare: @Sendable () async throws -> Comparison

  /// Describes a benchmark without preparing anything.
  ///
  /// - Parameters:
  ///   - targets: What the measurements must come to.
  ///   - besideBenchmark: The name of a benchmark whose median is the baseline.
  ///     The two run in turns, in processes of their own.
  ///   - countedIterations: How often the work is repeated to count its
  ///     instructions.
  ///   - isOnlyTimed: Whether its instructions are not counted.
  ///   - prepare: Makes the work. It runs once, unmeasured, in the process that
  ///     then runs the work.
  public init(
    targets: [Target], besideBenchmark: String? = nil, countedIterations: Int = 10_000,
    isOnlyTimed: Bool = false,
    prepare: @escaping @Sendable () async throws -> Comparison
  ) {
    self.targets = targets
    self.besideBenchmark = besideBenchmark
    self.countedIterations = countedIterations
    self.isOnlyTimed = isOnlyTimed
    self.prepare = prepare
  }
}

extension RecordKind {
  /// A benchmark; the record gives a `Benchmark`.
  static let benchmark: RecordKind = "bnch"
}
