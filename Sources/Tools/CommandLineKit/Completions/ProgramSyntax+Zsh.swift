extension ProgramSyntax {
  /// A script that has zsh complete commands, options, and the values of both, with
  /// what they are for.
  package var zshCompletions: String {
    let known = CompletionWords(program: self)
    let list = commands.map { command in
      // What stands before the first colon is completed, the rest is shown.
      "    '\(command.name):\(Self.quoted(command.summary, escaping: []))'"
    }
    return """
      #compdef \(name)
      # zsh completion for \(name). Use it with: source <(\(name) completions zsh)
      \(known.function)() {
        local -a commands=(
      \(list.joined(separator: "\n"))
        )
        if [[ $CURRENT -eq 2 && "${words[2]}" != -* ]]; then
          _describe command commands
          return
        fi
        local command="${words[2]}"
      \(commandInZsh)
        case $command in
      \(commands.map { casesInZsh(for: $0, known) }.joined(separator: "\n"))
        esac
      }
      # In a folder of functions, the file is the function; else it is registered.
      if [[ "${funcstack[1]}" == \(known.function) ]]; then
        \(known.function) "$@"
      else
        compdef \(known.function) \(name)
      fi
      """
  }

  /// The script that gives a line which begins with an option to the default command; else
  /// the command takes the place of the program, so that words are counted from there.
  private var commandInZsh: String {
    let implied = defaultCommand.map { "command=\($0)" } ?? "command=\(CommandSyntax.help.name)"
    return """
        if [[ "$command" == -* ]]; then
          \(implied)
        else
          shift words
          CURRENT=$((CURRENT - 1))
        fi
      """
  }

  private func casesInZsh(for command: CommandSyntax, _ known: CompletionWords) -> String {
    let specifications =
      command.options.flatMap { Self.specifications(of: $0, known.candidates(for: $0)) }
      + command.parameters.enumerated().map { place, parameter in
        Self.specification(
          of: parameter, at: place + 1, known.candidates(for: parameter, of: command))
      } + ["'(- *)--help[Show what it takes.]'"]
    return """
          \(command.name))
            _arguments \\
              \(specifications.joined(separator: " \\\n        ")) ;;
      """
  }

  private static func specifications(
    of option: CommandOption, _ candidates: CompletionWords.Candidates
  ) -> [String] {
    option.spellings.map { spelling in
      let isLong = spelling.hasPrefix("--")
      // Another spelling, and the option once more, are offered if it may be repeated.
      let start = option.isRepeated ? "*" : "(\(option.spellings.joined(separator: " ")))"
      let summary = quoted(option.summary, escaping: [":", "[", "]"])
      guard let value = option.value else { return "'\(start)\(spelling)[\(summary)]'" }
      let name = quoted(value, escaping: [":"])
      return "'\(start)\(spelling)\(isLong ? "=" : "")[\(summary)]:\(name):\(action(candidates))'"
    }
  }

  private static func specification(
    of parameter: CommandParameter, at place: Int, _ candidates: CompletionWords.Candidates
  ) -> String {
    let start = parameter.isRepeated ? "*" : "\(place)"
    // One of several may be left out anyway.
    let colons = parameter.isOptional && !parameter.isRepeated ? "::" : ":"
    let name = quoted(parameter.name, escaping: [":"])
    return "'\(start)\(colons)\(name):\(action(candidates))'"
  }

  private static func action(_ candidates: CompletionWords.Candidates) -> String {
    switch candidates {
    case .files: "_files"
    case .words([]): " "
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// A text inside single quotes, where some characters mean something.
  private static func quoted(_ text: String, escaping special: Set<Character>) -> String {
    text.reduce(into: "") { quoted, character in
      switch character {
      case "'": quoted += #"'\''"#
      case _ where special.contains(character): quoted += #"\\#(character)"#
      default: quoted.append(character)
      }
    }
  }
}

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
