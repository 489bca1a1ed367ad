extension ProgramSyntax {
  /// The help of the program: all commands and exit codes.
  package var overview: String {
    let usage = defaultCommand == nil ? "<command>" : "[command]"
    let usages = ["\(name) \(usage) [options]"] + usages
    var parts = [
      summary,
      "usage: " + usages.joined(separator: "\n       "),
      "commands:\n" + Self.list(commands.map { ($0.name, $0.summary) }),
      "'\(name) help <command>' shows what a command takes; '--help' after it does, too.",
    ]
    if !exitCodes.isEmpty {
      parts.append("exit codes:\n" + Self.list(exitCodes.map { ("\($0.code)", $0.meaning) }))
    }
    if let closingNote { parts.append(closingNote) }
    return parts.joined(separator: "\n\n")
  }

  /// The help of a command, with all that it takes.
  package func help(for command: CommandSyntax) -> String {
    let usage =
      [name, command.name] + command.parameters.map(\.usage)
      + (command.options.isEmpty ? [] : ["[options]"])
    var parts = [command.summary, "usage: \(usage.joined(separator: " "))"]
    if !command.parameters.isEmpty {
      parts.append("arguments:\n" + Self.list(command.parameters.map { ($0.name, $0.summary) }))
    }
    if !command.options.isEmpty {
      parts.append("options:\n" + Self.list(command.options.map { ($0.usage, $0.summary) }))
    }
    if let discussion = command.discussion { parts.append(Self.wrapped(discussion)) }
    return parts.joined(separator: "\n\n")
  }

  /// Names and what they are, one below the other.
  private static func list(_ pairs: [(name: String, text: String)]) -> String {
    let width = pairs.map(\.name.count).max() ?? 0
    return pairs.map { name, text in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)"
    }.joined(separator: "\n")
  }

  /// A text in lines of at most eighty characters; a line break in it stays one.
  private static func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      var lines: [String] = []
      for word in paragraph.split(separator: " ") {
        if let line = lines.last, line.count + 1 + word.count <= 80 {
          lines[lines.count - 1] += " " + word
        } else {
          lines.append(String(word))
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
