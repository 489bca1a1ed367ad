/// The words that may stand at each place of a program's command line, for the scripts of
/// all shells.
struct CompletionWords {
  /// The program that is completed.
  let program: ProgramSyntax

  /// The candidates for completion at one place.
  enum Candidates: Equatable {
    /// Some words, or none that can be known.
    case words([String])
    /// The paths of files.
    case files
  }

  /// The words that may come first.
  var first: [String] {
    let options = program.commands.first { $0.name == program.defaultCommand }?.options ?? []
    return program.commands.map(\.name) + options.map { "--\($0.name)" } + ["--help", "--version"]
  }

  /// The options of a command, by their names.
  func options(of command: CommandSyntax) -> [String] {
    command.options.map { "--\($0.name)" } + ["--help"]
  }

  /// Returns the candidates for the value of an option.
  func candidates(for option: CommandOption) -> Candidates {
    option.isFile ? .files : .words(option.choices)
  }

  /// Returns the candidates for a parameter of a command.
  func candidates(for parameter: CommandParameter, of command: CommandSyntax) -> Candidates {
    if parameter.isFile { return .files }
    // A command for the help is one of the program's.
    if command.name == CommandSyntax.help.name { return .words(program.commands.map(\.name)) }
    return .words(parameter.choices.isEmpty ? parameter.suggestions : parameter.choices)
  }

  /// A name for a function of the script.
  var function: String {
    "_" + program.name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }
}
