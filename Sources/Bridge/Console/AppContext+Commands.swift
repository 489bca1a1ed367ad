extension AppContext {
  /// Adds a command to the consoles of the app, also to those that are open already.
  ///
  /// ```swift
  /// context.onCommand("berths", "Lists the berths of a pier.", parameters: ["pier"]) { arguments in
  ///   .array(harbor.berths(of: arguments["pier"]?.string).map { .string($0.name) })
  /// }
  /// ```
  ///
  /// The text of an error is the answer to a command that throws. A name that consoles have
  /// already is reported, and its command is not added.
  ///
  /// - Parameters:
  ///   - name: The name of the command.
  ///   - summary: A sentence for the command `help`.
  ///   - parameters: The names of its arguments; others are rejected.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - body: Returns the answer. It is given the arguments by name.
  public func onCommand(
    _ name: String, _ summary: String, parameters: [String] = [], fileID: String = #fileID,
    line: Int = #line,
    _ body: @escaping @Sendable (_ arguments: [String: ConsoleValue]) async throws -> ConsoleValue
  ) {
    let command = ConsoleCommand(name, summary, parameters: parameters) { arguments, _ in
      try await body(arguments.values)
    }
    guard !host.commands.add(command) else { return }
    let location = CodeLocation(fileID: fileID, line: line)
    host.report(
      "the command '\(name)' (\(location)) is not added: consoles have one of this name already")
  }
}
