import BinaryInspection
import CommandLineKit
import ModuleGraph

/// A command of modkit.
struct ModkitCommand: Sendable {
  /// The name of the command, and its parameters and options.
  let syntax: CommandSyntax
  /// Runs the command.
  let run: @Sendable (Invocation) throws -> ExitCode

  /// All commands, in the order of the help.
  static let all: [ModkitCommand] = [
    list, show, schema, graph, size, check, diff, canDeploy, affected, test, coverage, lock, audit,
    doctor,
    rules, docs, languageServer,
  ]
}

extension CommandParameter {
  /// The files of one program.
  static let files = CommandParameter(
    name: "file", summary: "An executable, library, object file or archive.", isRepeated: true)
}

extension CommandOption {
  static let json = CommandOption(name: "json", summary: "Print JSON.")

  static let run = CommandOption(
    name: "run", summary: "Start the program, which describes the types of its jobs before main.")

  static let libraries = CommandOption(
    name: "libraries",
    summary: "Also read the libraries that the files need and that are in their run paths.")

  static let output = CommandOption(
    name: "output", letter: "o", value: "file", summary: "Write the output to this file.")

  static let module = CommandOption(
    name: "module", letter: "m", value: "name", isRepeated: true,
    summary: "Only the declarations of this module.")
}

extension CommandOption {
  /// The folder of a module with another name.
  static let moduleFolder = CommandOption(
    name: "module-folder", value: "module=path", isRepeated: true,
    summary: "The source folder of a module below the root (default: a folder of its name).")
}

extension Invocation {
  /// Returns the folders of modules in the options of a command.
  func moduleFolders(of command: String) throws(CommandMistake) -> [String: String] {
    var folders: [String: String] = [:]
    for pair in arguments.values(.moduleFolder) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw CommandMistake(
          "'--module-folder' must be a pair such as Feed=Modules/Feed, not '\(pair)'",
          of: command)
      }
      folders[String(parts[0])] = String(parts[1])
    }
    return folders
  }
}

extension CommandOption {
  /// The modules whose neighbours are shown.
  static let focus = CommandOption(
    name: "focus", value: "module", isRepeated: true,
    summary: "Only this module and its neighbors.")

  /// The maximum number of steps to a neighbour.
  static let steps = CommandOption(
    name: "steps", value: "number",
    summary: "The maximum number of steps to a neighbor (default: 1).")

  /// The changed modules.
  static let affectedBy = CommandOption(
    name: "affected-by", value: "module", isRepeated: true,
    summary: "Only this module and its direct and indirect dependents.")
}

extension Invocation {
  /// Returns the modules in the options, or `nil` if all are requested.
  func chosenModules(in graph: ModuleGraph) throws(CommandMistake) -> Set<String>? {
    let (middle, changed) = (arguments.values(.focus), arguments.values(.affectedBy))
    guard middle.isEmpty || changed.isEmpty else {
      throw CommandMistake("'--focus' and '--affected-by' exclude each other; use one of them")
    }
    guard !arguments.has(.steps) || !middle.isEmpty else {
      throw CommandMistake("'--steps' needs '--focus', whose range it sets")
    }
    let steps = try arguments.positive(.steps, default: 1)
    let focus = ModuleFocus(graph)
    do throws(FocusError) {
      if !changed.isEmpty { return try focus.modules(affectedBy: Set(changed)) }
      guard !middle.isEmpty else { return nil }
      return try focus.modules(within: Int(min(steps, 1_000_000)), of: Set(middle))
    } catch {
      throw CommandMistake(
        "no module '\(error.name)' declares anything in these files"
          + NameHint.text(for: error.name, among: focus.modules.sorted()))
    }
  }
}
