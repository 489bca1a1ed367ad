extension ProgramSyntax {
  /// A script with which fish completes commands, options, and their values, with descriptions.
  package var fishCompletions: String {
    let known = CompletionWords(program: self)
    let first = "-n '\(known.function)_is_first'"
    let list = commands.map { "\(first) -a \($0.name) -d \(Self.quoted($0.summary))" }
    let ownOptions =
      ["\(first) -l version -d 'Show the version.'"]
      // The default command adds its own.
      + (defaultCommand == nil ? ["\(first) -l help -d 'Show all commands.'"] : [])
    let all = list + ownOptions + commands.flatMap { specifications(of: $0, known) }
    return """
      # fish completion for \(name). Use it with: \(name) completions fish | source
      function \(known.function)_is_first
        set -l words (commandline -opc)
        test (count $words) -eq 1
      end
      # Succeeds if this is the command and, if given, the position of the next word.
      function \(known.function)_is
        set -l words (commandline -opc)
        set -e words[1]
        set -l command '\(defaultCommand ?? "")'
        if not set -q words[1]
          # A parameter follows its command. An option may belong to the default command.
          test (count $argv) -eq 1 -a "$command" = $argv[1]
          return
        end
        if not string match -q -- '-*' $words[1]
          set command $words[1]
          set -e words[1]
        end
        test "$command" = $argv[1]; or return 1
        set -q argv[2]; or return 0
        # The position of the word, not counting options and their values.
        set -l place 0
        while set -q words[1]
          switch $command:$words[1]
            case \(skippedValuesInFish)
              set -e words[1]
            case '*:-*'
            case '*'
              set place (math $place + 1)
          end
          set -e words[1]
        end
        test any = $argv[2] -o $place = $argv[2]
      end
      complete -c \(name) -e
      complete -c \(name) -f
      \(all.map { "complete -c \(name) \($0)" }.joined(separator: "\n"))
      """
  }

  private func specifications(
    of command: CommandSyntax, _ known: CompletionWords
  ) -> [String] {
    let isCommand = "\(known.function)_is \(command.name)"
    let options = command.options.map { option in
      var words = ["-n '\(isCommand)'"]
      if let letter = option.letter { words.append("-s \(letter)") }
      words.append("-l \(option.name)")
      if option.value != nil {
        words.append("-r " + Self.action(known.candidates(for: option)))
      }
      return (words + ["-d \(Self.quoted(option.summary))"]).joined(separator: " ")
    }
    let parameters = command.parameters.enumerated().map { place, parameter in
      let place = parameter.isRepeated ? "any" : "\(place)"
      return "-n '\(isCommand) \(place)' "
        + Self.action(known.candidates(for: parameter, of: command))
    }
    return options + parameters + [
      "-n '\(isCommand)' -l help -d 'Show its parameters and options.'"
    ]
  }

  /// The options with a value, together with their commands, or an empty pattern if none exist.
  private var skippedValuesInFish: String {
    let patterns = commands.flatMap { command in
      command.options.filter { $0.value != nil }.flatMap(\.spellings)
        .map { "'\(command.name):\($0)'" }
    }
    return patterns.isEmpty ? "''" : patterns.joined(separator: " ")
  }

  private static func action(_ candidates: CompletionWords.Candidates) -> String {
    switch candidates {
    case .files: "-F"
    case .words(let words): "-f -a '\(words.joined(separator: " "))'"
    }
  }

  /// Returns a text in single quotes, in which two characters must be escaped.
  private static func quoted(_ text: String) -> String {
    let escaped = text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }
    return "'\(escaped.joined())'"
  }
}
