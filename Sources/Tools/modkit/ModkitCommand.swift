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
    list, show, schema, graph, size, check, diff, canDeploy, affected, lock, audit, doctor, rules,
    languageServer,
  ]
}

extension CommandParameter {
  /// The files of one program.
  static let files = CommandParameter(
    name: "file", summary: "An executable, library, object file or archive.", isRepeated: true)
}

extension CommandOption {
  static let json = CommandOption(name: "json", summary: "Answer in JSON.")

  static let libraries = CommandOption(
    name: "libraries",
    summary: "Read the libraries too that the files need and that their run paths lead to.")

  static let output = CommandOption(
    name: "output", letter: "o", value: "file", summary: "Write the answer there.")

  static let module = CommandOption(
    name: "module", letter: "m", value: "name", isRepeated: true,
    summary: "Only what this module declares.")
}

extension CommandOption {
  /// The folder of a module with another name.
  static let moduleFolder = CommandOption(
    name: "module-folder", value: "module=path", isRepeated: true,
    summary: "Where the sources of a module are below the root, if not in a folder of its name.")
}

extension Invocation {
  /// Returns the folders of modules in the options of a command.
  func moduleFolders(of command: String) throws(CommandMistake) -> [String: String] {
    var folders: [String: String] = [:]
    for pair in arguments.values(.moduleFolder) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw CommandMistake(
          "'--module-folder' has to be a pair such as Feed=Modules/Feed, and is '\(pair)'",
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
    summary: "Only this module and what is near it.")

  /// The maximum number of steps to a neighbour.
  static let steps = CommandOption(
    name: "steps", value: "number", summary: "How many steps away is near; 1 unless it says so.")

  /// The changed modules.
  static let affectedBy = CommandOption(
    name: "affected-by", value: "module", isRepeated: true,
    summary: "Only this module and all that reach into it, be it through others.")
}

extension Invocation {
  /// Returns the modules in the options, or `nil` if all are requested.
  func chosenModules(in graph: ModuleGraph) throws(CommandMistake) -> Set<String>? {
    let (middle, changed) = (arguments.values(.focus), arguments.values(.affectedBy))
    guard middle.isEmpty || changed.isEmpty else {
      throw CommandMistake("'--focus' and '--affected-by' choose in two ways; take one of them")
    }
    guard !arguments.has(.steps) || !middle.isEmpty else {
      throw CommandMistake("'--steps' says how far '--focus' looks, which is not there")
    }
    let steps = try arguments.positive(.steps, default: 1)
    let focus = ModuleFocus(graph)
    do throws(FocusError) {
      if !changed.isEmpty { return try focus.modules(affectedBy: Set(changed)) }
      guard !middle.isEmpty else { return nil }
      return try focus.modules(within: Int(min(steps, 1_000_000)), of: Set(middle))
    } catch {
      throw CommandMistake(
        "no module '\(error.name)' declares anything there"
          + NameHint.text(for: error.name, among: focus.modules.sorted()))
    }
  }
}
