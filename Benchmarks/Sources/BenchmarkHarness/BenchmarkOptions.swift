import Foundation

/// What the command line asks for.
struct BenchmarkOptions {
  var filter = ""
  var json = false
  var check = false
  var instructions = false
  var writeBudgets = false
  var help = false
  var budgets = Budgets.defaultFile
  /// The one benchmark that this process was started for.
  var runCase: String?
  var iterations: Int?

  /// Says how often to do the work, in a process that was started for one case.
  static let iterationsArgument = "--iterations"

  static let usage = """
    usage: benchmarks [filter] [--json] [--check] [--instructions [--write-budgets]]

      filter            only the benchmarks whose name, as in "Module: case", contains this
      --json            print JSON instead of a table
      --check           exit with status 1 if any target or budget is missed
      --instructions    count instructions with valgrind and compare them with the budgets,
                        instead of measuring times and allocations
      --write-budgets   make the counts the new budgets
      --budgets <file>  the budgets file, if not Budgets.json beside the manifest
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": json = true
      case "--check": check = true
      case "--instructions": instructions = true
      case "--write-budgets": writeBudgets = true
      case "--help", "-h": help = true
      case "--budgets": budgets = URL(fileURLWithPath: try Self.value(of: argument, in: &rest))
      case BenchmarkProcess.argument: runCase = try Self.value(of: argument, in: &rest)
      case Self.iterationsArgument: iterations = Int(try Self.value(of: argument, in: &rest))
      default:
        guard filter.isEmpty, !argument.hasPrefix("-") else {
          throw BenchmarkError(
            .invalidArguments, "'\(argument)' is not understood.\n\(Self.usage)")
        }
        filter = argument
      }
    }
    if writeBudgets && !instructions {
      throw BenchmarkError(
        .invalidArguments,
        "--write-budgets only makes sense with --instructions, which counts what it writes.")
    }
  }

  private static func value(
    of option: String, in arguments: inout ArraySlice<String>
  ) throws -> String {
    guard let value = arguments.popFirst() else {
      throw BenchmarkError(.invalidArguments, "\(option) needs a value.\n\(usage)")
    }
    return value
  }
}
