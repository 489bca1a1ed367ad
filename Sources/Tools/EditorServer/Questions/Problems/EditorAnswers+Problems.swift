import ModuleGraph
import SourceInspection

extension EditorAnswers {
  /// Returns the problems of a file: those of its open text, and those that a check of the built
  /// program has found in it.
  ///
  /// Both have the codes of `modkit check`. A problem of the build is left out if the open text
  /// has it too, or if an open file declares what was missing.
  ///
  /// - Returns: The problems in the order of the text.
  package func problems(in path: String) -> [EditorProblem] {
    guard let document = document(at: path) else { return [] }
    let typed = problemsOfText(document)
    let built = (program.problems[path] ?? []).compactMap {
      problem(program.graph.problems[$0], in: document, besides: typed)
    }
    return (typed + built).sorted {
      ($0.range.start, $0.code, $0.message) < ($1.range.start, $1.code, $1.message)
    }
  }

  /// The problems of the names in a text.
  private func problemsOfText(_ document: OpenDocument) -> [EditorProblem] {
    var search = SuggestionSearch(self)
    var seen: Set<TextRange> = []
    return document.places.compactMap { place in
      // Members and types are checked by the compiler.
      guard case .name(let role, .literal, let text) = place.target,
        seen.insert(place.range).inserted
      else { return nil }
      return problem(of: role, text, at: place, in: document, search: &search)
    }
  }

  private func problem(
    of role: NameRole, _ text: String, at place: NamedPlace, in document: OpenDocument,
    search: inout SuggestionSearch
  ) -> EditorProblem? {
    switch role {
    case .cron, .calendar, .timeZone: problem(ofTime: role, text, at: place, in: document)
    case .url: problem(ofURL: text, at: place, in: document)
    case .task where isDeclaredName(role, text): problem(ofResult: text, at: place, in: document)
    default: problem(ofName: role, text, at: place, in: document, search: &search)
    }
  }

  private func isDeclaredName(_ role: NameRole, _ text: String) -> Bool {
    role.id(text).map(isDeclared) ?? true
  }

  // MARK: - Problems of the build

  /// Returns a problem of the built program as one of an open text.
  private func problem(
    _ problem: ModuleProblem, in document: OpenDocument, besides typed: [EditorProblem]
  ) -> EditorProblem? {
    // What was missing may be declared by now.
    let missing = problem.nodes.filter { program.graph.node($0)?.certainty == .missing }
    guard missing.isEmpty || !missing.allSatisfy(isDeclared) else { return nil }
    guard let location = problem.locations.first else { return nil }
    let start = TextPosition(location)
    let declaration = document.declaration(around: start)
    let lines =
      declaration.map { $0.range.start.line...$0.range.end.line } ?? start.line...start.line
    let isTyped = typed.contains {
      $0.code == problem.code.rawValue && lines.contains($0.range.start.line)
    }
    guard !isTyped else { return nil }
    let names = problem.nodes.compactMap { program.graph.node($0)?.name }
    let name = declaration.flatMap { declaration in
      document.names(in: declaration).first { $0.form == .literal && names.contains($0.text) }
    }
    let range =
      name?.range ?? declaration?.nameRange
      ?? NameSearch(lines: document.lines).range(ofAny: [], line: start.line, column: start.column)
    return EditorProblem(
      range: range, severity: problem.severity, code: problem.code.rawValue,
      message: problem.message,
      fixes: name == nil
        ? [] : problem.suggestions.map { .replacing(range, by: $0, in: document.path) })
  }
}

extension EditorFix {
  /// The replacement of a name by one that exists.
  static func replacing(_ range: TextRange, by name: String, in path: String) -> EditorFix {
    EditorFix(
      title: "Replace by '\(name)'",
      edits: [FileEdit(FileRange(path: path, range: range), name)])
  }
}
