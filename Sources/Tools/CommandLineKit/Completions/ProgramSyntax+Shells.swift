/// A shell that completes command lines with a script of ours.
package enum CompletionShell: String, Sendable, CaseIterable {
  case bash
  case fish
  case zsh
}

extension ProgramSyntax {
  /// Returns the script that has a shell complete the command line of this program.
  package func completions(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .fish: fishCompletions
    case .zsh: zshCompletions
    }
  }
}

extension CommandArguments {
  /// The shell that ``CommandSyntax/completions`` was asked for.
  ///
  /// - Precondition: The command line was read with that syntax, which takes no other word.
  package var completionShell: CompletionShell {
    guard let shell = words.first.flatMap(CompletionShell.init) else {
      preconditionFailure("'completions' takes one of \(CompletionShell.allCases)")
    }
    return shell
  }
}
