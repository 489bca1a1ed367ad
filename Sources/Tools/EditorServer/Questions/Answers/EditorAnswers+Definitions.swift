package import SourceInspection

extension EditorAnswers {
  /// Returns the definitions of the name at a position.
  ///
  /// A route leads to its functions, a task, a job and a relay to their declarations. An event, a
  /// notification and an event of tasks have none: they lead to their constant, and to all that
  /// listens to them. A name that can mean several things leads to all of them.
  ///
  /// - Returns: The ranges of the names, in the order of paths and lines.
  package func definitions(at position: TextPosition, in path: String) -> [FileRange] {
    guard let document = document(at: path), let place = document.place(at: position) else {
      return []
    }
    return ranges(of: sites(of: ids(of: place, in: document)) { $0.isDefinition })
  }

  /// Returns the uses of the name at a position: calls, triggers, wires, dependents, observers.
  ///
  /// - Parameters:
  ///   - position: A position in a use or in a declaration.
  ///   - path: The path of the file.
  ///   - includingDeclaration: Whether the definitions are among them.
  /// - Returns: The ranges of the names, in the order of paths and lines.
  package func references(
    at position: TextPosition, in path: String, includingDeclaration: Bool
  ) -> [FileRange] {
    guard let document = document(at: path), let place = document.place(at: position) else {
      return []
    }
    return ranges(
      of: sites(of: ids(of: place, in: document)) { includingDeclaration || !$0.isDefinition })
  }
}
