import Foundation

/// How many instructions each benchmark may take, as agreed in a file.
struct Budgets: Codable {
  /// By how much of itself a budget may be exceeded.
  var tolerance: Double = 0.02
  /// By the benchmark's name.
  var instructionsPerOperation: [String: Double] = [:]

  /// The file beside the package's manifest.
  static let defaultFile = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Budgets.json")

  /// Reads the budgets; there are none where there is no file.
  init(contentsOf file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else {
      self.init()
      return
    }
    do {
      self = try JSONDecoder().decode(Budgets.self, from: Data(contentsOf: file))
    } catch {
      throw BenchmarkError(
        .invalidBudgets,
        """
        \(file.path) holds no budgets: \(error). Take it from version control, or delete it and \
        run with --instructions --write-budgets.
        """)
    }
  }

  private init() {}

  /// Writes the budgets in a form whose changes are easy to read.
  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: file)
  }

  /// Judges a count by its budget.
  func verdict(on instructions: Double, of name: String) -> Verdict {
    guard let budget = instructionsPerOperation[name] else {
      return Verdict(target: "no budget: run with --write-budgets", outcome: .short)
    }
    return Verdict(
      target: "≤ \(Figures.count(budget)) + \(Figures.count(100 * tolerance))%",
      outcome: instructions <= budget * (1 + tolerance) ? .ok : .short)
  }
}
