import SectionRegistry

/// Loads the libraries it is told to, asks every record for its value, and prints
/// everything.
@main
struct Loader {
  static func main() throws {
    for path in CommandLine.arguments.dropFirst() {
      try SectionRegistry.loadLibrary(at: path)
    }
    for record in SectionRegistry.records { print(record) }
    for problem in SectionRegistry.problems { print("problem \(problem.code): \(problem.message)") }
    for record in SectionRegistry.records { _ = record.load(as: String.self) }
  }
}
