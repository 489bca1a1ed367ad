/// Scripts that have a shell complete what is typed.
enum Completions {
  /// For bash: words by what stands before them.
  static var bash: String {
    """
    # bash completion for harbor. Use it with: source <(harbor completions bash)
    _harbor() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
      local command=${COMP_WORDS[1]} words=""
      case $before in
        -o|--output|--socket) COMPREPLY=($(compgen -f -- "$word")); return ;;
    \(optionsWithChoices.map { "    --\($0.name)) words=\"\($0.choices.joined(separator: " "))\" ;;" }
      .joined(separator: "\n"))
      esac
      if [[ -z $words ]]; then
        if [[ $COMP_CWORD -eq 1 ]]; then
          words="\(topWords.joined(separator: " "))"
        else
          case $command in
    \(Command.all.map { "        \($0.name)) words=\"\(words(of: $0).joined(separator: " "))\" ;;" }
      .joined(separator: "\n"))
          esac
        fi
      fi
      COMPREPLY=($(compgen -W "$words" -- "$word"))
    }
    complete -F _harbor harbor
    """
  }

  /// For zsh: commands and options with what they are for.
  static var zsh: String {
    let commands = Command.all.map { "    '\($0.name):\(quoted($0.summary))'" }
    let cases = Command.all.filter { !specifications(of: $0).isEmpty }.map { command in
      "    \(command.name)) _arguments \(specifications(of: command).joined(separator: " ")) ;;"
    }
    return """
      #compdef harbor
      # zsh completion for harbor. Use it with: source <(harbor completions zsh)
      _harbor() {
        local -a commands=(
      \(commands.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=${words[2]}
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      compdef _harbor harbor
      """
  }

  // MARK: - Words

  private static var topWords: [String] {
    Command.all.map(\.name) + Command.day.options.map { "--\($0.name)" } + ["--help", "--version"]
  }

  /// Options that may only be some words, each once.
  private static var optionsWithChoices: [Option] {
    Set(Command.all.flatMap(\.options).filter { !$0.choices.isEmpty })
      .sorted { $0.name < $1.name }
  }

  private static func words(of command: Command) -> [String] {
    let options = command.options.map { "--\($0.name)" } + ["--help"]
    return Completions.firstWords(of: command) + options
  }

  /// What may stand at the first place behind a command.
  private static func firstWords(of command: Command) -> [String] {
    switch command.name {
    case Command.help.name: Command.all.map(\.name)
    case Command.control.name: controlWords
    default: command.parameters.first?.choices ?? []
    }
  }

  /// What a console is asked most.
  private static let controlWords = [
    "status", "list", "call", "explain", "trigger", "task", "graph", "trace", "watch", "stop",
    "help",
  ]

  private static func specifications(of command: Command) -> [String] {
    let options = command.options.map { option in
      let value = option.value.map { value in
        let action =
          option.choices.isEmpty
          ? (["file", "path"].contains(value) ? "_files" : "")
          : "(\(option.choices.joined(separator: " ")))"
        return ":\(value):\(action)"
      }
      return "'--\(option.name)[\(quoted(option.summary))]\(value ?? "")'"
    }
    let words = firstWords(of: command)
    return options + (words.isEmpty ? [] : ["'1:word:(\(words.joined(separator: " ")))'"])
  }

  /// A text inside single quotes, where colons and brackets mean something.
  private static func quoted(_ text: String) -> String {
    text.reduce(into: "") { quoted, character in
      switch character {
      case "'": quoted += #"'\''"#
      case ":", "[", "]": quoted += #"\\#(character)"#
      default: quoted.append(character)
      }
    }
  }
}

extension Command {
  /// A script for a shell.
  static let completions = Command(
    name: "completions", summary: "Write a script that has a shell complete commands and options.",
    parameters: [
      Parameter(
        name: "shell", summary: "The shell that the script is for.", choices: ["bash", "zsh"])
    ],
    launch: .none
  ) { invocation in
    let shell = invocation.arguments.words[0]
    invocation.terminal.print(shell == "zsh" ? Completions.zsh : Completions.bash)
  }
}
