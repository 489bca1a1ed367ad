extension ProgramSyntax {
  /// A script with which zsh completes commands, options, and their values, with descriptions.
  package var zshCompletions: String {
    let known = CompletionWords(program: self)
    let list = commands.map { command in
      // The text before the first colon is completed, and the rest is displayed.
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
      # In a folder of functions, the file is the function. Otherwise, it is registered here.
      if [[ "${funcstack[1]}" == \(known.function) ]]; then
        \(known.function) "$@"
      else
        compdef \(known.function) \(name)
      fi
      """
  }

  /// The part of the script that passes a line that begins with an option to the default command.
  ///
  /// For other lines, the command replaces the program, so that words are counted from there.
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
      } + ["'(- *)--help[Show its parameters and options.]'"]
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
      // Another spelling, and the same option again, are only suggested if it can be repeated.
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
    // One of several is optional anyway.
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

  /// Returns a text in single quotes, in which some characters must be escaped.
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

/// The possible words in each place of a program's command line, for the scripts of all shells.
struct CompletionWords {
  /// The program to complete.
  let program: ProgramSyntax

  /// The suggestions for one place.
  enum Candidates: Equatable {
    /// Words.
    ///
    /// They are empty if the words cannot be known.
    case words([String])
    /// Paths of files.
    case files
  }

  /// The possible first words.
  var first: [String] {
    let options = program.commands.first { $0.name == program.defaultCommand }?.options ?? []
    return program.commands.map(\.name) + options.map { "--\($0.name)" } + ["--help", "--version"]
  }

  /// Returns the options of a command by name.
  func options(of command: CommandSyntax) -> [String] {
    command.options.map { "--\($0.name)" } + ["--help"]
  }

  /// Returns the suggestions for the value of an option.
  func candidates(for option: CommandOption) -> Candidates {
    option.isFile ? .files : .words(option.choices)
  }

  /// Returns the suggestions for a parameter of a command.
  func candidates(for parameter: CommandParameter, of command: CommandSyntax) -> Candidates {
    if parameter.isFile { return .files }
    // The help command accepts a command of the program.
    if command.name == CommandSyntax.help.name { return .words(program.commands.map(\.name)) }
    return .words(parameter.choices.isEmpty ? parameter.suggestions : parameter.choices)
  }

  /// The name of the function in the script.
  var function: String {
    "_" + program.name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }
}
