import Foundation

/// The `benchmarks` command.
public enum BenchmarkCommand {
  /// Does what the command line asks for.
  ///
  /// - Parameter arguments: The command line without the program's name.
  /// - Returns: The exit code: 0, or 1 if something was missed or failed.
  public static func run(_ arguments: [String]) async -> Int32 {
    do {
      let options = try BenchmarkOptions(arguments)
      if options.help {
        print(BenchmarkOptions.usage)
        return 0
      }
      if let name = options.runCase {
        try await BenchmarkProcess.run(name, iterations: options.iterations)
        return 0
      }
      let verdicts =
        options.instructions ? try countInstructions(options) : try measureTimes(options)
      return options.check && verdicts.contains { $0.outcome == .short } ? 1 : 0
    } catch {
      note("error: \(error)")
      return 1
    }
  }

  private static func measureTimes(_ options: BenchmarkOptions) throws -> [Verdict] {
    let reports = try selectedCases(options).map { benchmark in
      note("measuring \(benchmark.name)")
      return try TimeReport(measuring: benchmark)
    }
    try show(reports, as: Table(header: TimeReport.header, rows: reports.map(\.row)), options)
    return reports.flatMap(\.verdicts)
  }

  private static func countInstructions(_ options: BenchmarkOptions) throws -> [Verdict] {
    let counter = try InstructionCounter()
    var budgets = try Budgets(contentsOf: options.budgets)
    var reports: [InstructionReport] = []
    for benchmark in try selectedCases(options) where !benchmark.benchmark.isOnlyTimed {
      note("counting the instructions of \(benchmark.name)")
      let instructions = try counter.instructions(of: benchmark)
      if options.writeBudgets {
        budgets.instructionsPerOperation[benchmark.name] = (instructions * 100).rounded() / 100
      }
      reports.append(
        InstructionReport(of: benchmark, instructions: instructions, budgets: budgets))
    }
    if options.writeBudgets { try budgets.write(to: options.budgets) }
    try show(
      reports, as: Table(header: InstructionReport.header, rows: reports.map(\.row)), options)
    return reports.flatMap(\.verdicts)
  }

  private static func selectedCases(_ options: BenchmarkOptions) throws -> [BenchmarkCase] {
    let cases = try BenchmarkCase.all()
    guard !options.filter.isEmpty else { return cases }
    let selected = cases.filter { $0.matches(options.filter) }
    guard !selected.isEmpty else {
      throw BenchmarkError(
        .unknownBenchmark,
        """
        the name of no benchmark contains '\(options.filter)'; there are:
        \(cases.map { "  \($0.name)" }.joined(separator: "\n"))
        """)
    }
    return selected
  }

  private static func show(
    _ reports: [some Encodable], as table: Table, _ options: BenchmarkOptions
  ) throws {
    guard options.json else { return print(table) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(reports), as: UTF8.self))
  }

  /// Says something beside the report, which alone goes to standard output.
  private static func note(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
