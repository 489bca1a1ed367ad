import CommandLineKit

extension Command {
  /// A script for a shell.
  static let completions = Command(.completions, launch: .none) { invocation in
    let isForZsh = invocation.arguments.words[0] == "zsh"
    invocation.terminal.print(
      isForZsh ? Harbor.syntax.zshCompletions : Harbor.syntax.bashCompletions)
  }
}
