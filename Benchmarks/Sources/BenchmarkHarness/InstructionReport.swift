/// What the instructions of a benchmark came to.
struct InstructionReport: Codable, Sendable {
  var name: String
  /// Per operation.
  var instructions: Double
  var verdicts: [Verdict]

  /// Judges a count by the benchmark's targets and its budget.
  init(of benchmark: BenchmarkCase, instructions: Double, budgets: Budgets) {
    name = benchmark.name
    self.instructions = instructions
    verdicts =
      [budgets.verdict(on: instructions, of: benchmark.name)]
      + benchmark.benchmark.targets
      .filter { $0.quantity == .instructions }
      // Less than half an instruction is the loop's share.
      .map { Verdict($0, measured: instructions.rounded()) }
  }

  static let header = ["case", "instructions", "budget"]

  /// The cells of the report's line in a table.
  var row: [String] {
    [name, Figures.count(instructions), verdicts.map(\.description).joined(separator: ", ")]
  }
}
