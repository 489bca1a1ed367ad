extension ProgramSyntax {
  /// A script with which bash completes commands, options, and their values.
  ///
  /// It contains the names and choices of commands without escaping, so these must be plain words.
  package var bashCompletions: String {
    let known = CompletionWords(program: self)
    return """
      # bash completion for \(name). Use it with: source <(\(name) completions bash)
      \(known.function)() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        # To bash, "--option=value" is three words.
        if [[ $word == "=" ]]; then
          word=""
        elif [[ $before == "=" ]]; then
          before=${COMP_WORDS[COMP_CWORD-2]}
        fi
        if [[ $COMP_CWORD -eq 1 ]]; then
          COMPREPLY=($(compgen -W "\(known.first.joined(separator: " "))" -- "$word"))
          return
        fi
        local command=${COMP_WORDS[1]} index=2 place=0 words=""
      \(defaultCommandInBash)
        case $command:$before in
      \(valuesInBash(known))
        esac
        # The position of the word, not counting options and their values.
        while [[ $index -lt $COMP_CWORD ]]; do
          case $command:${COMP_WORDS[index]} in
      \(skippedValuesInBash)
            *:-*|*:=) ;;
            *) place=$((place + 1)) ;;
          esac
          index=$((index + 1))
        done
        case $command:$place in
      \(parametersInBash(known))
        esac
        if [[ $words == "<files>" ]]; then
          words=""
          [[ $word == -* ]] || { \(known.function)_files "$word"; return; }
        fi
        case $command in
      \(optionsInBash(known))
        esac
        COMPREPLY=($(compgen -W "$words" -- "$word"))
      }
      \(known.function)_files() {
        # One name per line, because names may contain spaces.
        local IFS=$'\\n'
        # Lets bash quote names and continue in folders. It fails outside a completion.
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$1"))
      }
      complete -F \(known.function) \(name)
      """
  }

  /// The part of the script that passes a line that begins with an option to the default command.
  private var defaultCommandInBash: String {
    guard let defaultCommand else { return "  [[ $command == -* ]] && return" }
    return "  [[ $command == -* ]] && command=\(defaultCommand) index=1"
  }

  private func valuesInBash(_ known: CompletionWords) -> String {
    lines(for: valuedOptions) { command, option in
      let pattern = pattern(command, option)
      switch known.candidates(for: option) {
      case .files: return "    \(pattern)) \(known.function)_files \"$word\"; return ;;"
      case .words(let words):
        let list = words.joined(separator: " ")
        return "    \(pattern)) COMPREPLY=($(compgen -W \"\(list)\" -- \"$word\")); return ;;"
      }
    }
  }

  private var skippedValuesInBash: String {
    guard !valuedOptions.isEmpty else { return "      # No option has a value." }
    let patterns = valuedOptions.map { pattern($0, $1) }.joined(separator: "|")
    return """
            \(patterns))
              index=$((index + 1))
              [[ ${COMP_WORDS[index]} == "=" ]] && index=$((index + 1)) ;;
      """
  }

  private func parametersInBash(_ known: CompletionWords) -> String {
    let places = commands.flatMap { command in
      command.parameters.enumerated().map { (command, $0.offset, $0.element) }
    }
    return lines(for: places) { command, place, parameter in
      let words: String
      switch known.candidates(for: parameter, of: command) {
      case .files: words = "<files>"
      case .words(let list): words = list.joined(separator: " ")
      }
      guard !words.isEmpty else { return nil }
      return "    \(command.name):\(parameter.isRepeated ? "*" : "\(place)")) words=\"\(words)\" ;;"
    }
  }

  private func optionsInBash(_ known: CompletionWords) -> String {
    lines(for: commands) { command in
      "    \(command.name)) words+=\" \(known.options(of: command).joined(separator: " "))\" ;;"
    }
  }

  /// The options with a value, together with their commands.
  private var valuedOptions: [(CommandSyntax, CommandOption)] {
    commands.flatMap { command in
      command.options.filter { $0.value != nil }.map { (command, $0) }
    }
  }

  private func pattern(_ command: CommandSyntax, _ option: CommandOption) -> String {
    option.spellings.map { "\(command.name):\($0)" }.joined(separator: "|")
  }

  private func lines<Element>(for all: [Element], _ line: (Element) -> String?) -> String {
    all.compactMap(line).joined(separator: "\n")
  }
}
