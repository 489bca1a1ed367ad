import CommandLineKit

extension Command {
  /// A script for a shell.
  static let completions = Command(.completions, launch: .none) { invocation in
    invocation.terminal.print(
      Harbor.syntax.completions(for: invocation.arguments.completionShell))
  }
}
