/// Why a benchmark could not be run or judged.
public struct BenchmarkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  ///
  /// The vocabulary may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) {
      self.description = description
    }

    /// The command line says something that the command does not understand.
    public static let invalidArguments = Code("invalidArguments")
    /// No benchmark has the name that was asked for.
    public static let unknownBenchmark = Code("unknownBenchmark")
    /// What a benchmark needs could not be made.
    public static let preparationFailed = Code("preparationFailed")
    /// The process of a benchmark ended without a result.
    public static let processFailed = Code("processFailed")
    /// Instructions cannot be counted here.
    public static let valgrindMissing = Code("valgrindMissing")
    /// The budgets file cannot be read.
    public static let invalidBudgets = Code("invalidBudgets")
  }

  /// What kind of failure it is.
  public let code: Code
  /// What failed, and what to do about it.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// What a benchmark throws when it cannot make what it needs.
  public static func preparationFailed(_ message: String) -> BenchmarkError {
    BenchmarkError(.preparationFailed, message)
  }

  public var description: String { message }
}
