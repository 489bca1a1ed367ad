import CommandLineKit

extension Command {
  /// A script for a shell.
  static let completions = Command(
    CommandSyntax(
      name: "completions",
      summary: "Write a script that has a shell complete commands and options.",
      parameters: [
        CommandParameter(
          name: "shell", summary: "The shell that the script is for.", choices: ["bash", "zsh"])
      ]),
    launch: .none
  ) { invocation in
    let isForZsh = invocation.arguments.words[0] == "zsh"
    invocation.terminal.print(
      isForZsh ? Harbor.syntax.zshCompletions : Harbor.syntax.bashCompletions)
  }
}
