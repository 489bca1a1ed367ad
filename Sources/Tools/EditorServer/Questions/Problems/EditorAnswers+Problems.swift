package import ModuleGraph
package import SourceInspection
import Spelling

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
      guard case .name(let role, let form, let text) = place.target,
        seen.insert(place.range).inserted
      else { return nil }
      switch (role, form) {
      case (_, .literal):
        return problem(of: role, text, at: place, in: document, search: &search)
      case (.url, .member): return problem(ofContract: text, at: place)
      // Other members and types are checked by the compiler.
      default: return nil
      }
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

/// A change that removes a problem.
package struct EditorFix: Sendable, Hashable {
  package var title: String
  package var edits: [FileEdit]

  package init(title: String, edits: [FileEdit]) {
    self.title = title
    self.edits = edits
  }
}

/// A problem in an open file.
package struct EditorProblem: Sendable, Hashable {
  package var range: TextRange
  package var severity: ModuleProblem.Severity
  /// The code, as `modkit check` has it.
  package var code: String
  package var message: String
  package var fixes: [EditorFix]

  package init(
    range: TextRange, severity: ModuleProblem.Severity, code: String, message: String,
    fixes: [EditorFix] = []
  ) {
    self.range = range
    self.severity = severity
    self.code = code
    self.message = message
    self.fixes = fixes
  }
}

/// Finds the names that are nearest to misspelled ones of a file, with a limit of work in all.
struct SuggestionSearch {
  private static let most = 3

  private let built: [NameRole: NearestNames]
  private let answers: EditorAnswers
  private var budget = SearchBudget(steps: 400_000)
  /// The names of open files by role, once they were needed.
  private var open: [NameRole: NearestNames] = [:]

  init(_ answers: EditorAnswers) {
    self.answers = answers
    built = answers.program.names.nearest
  }

  /// Returns the names nearest to one, which is none of them.
  mutating func nearest(to name: String, role: NameRole) -> [String] {
    let own = open[role] ?? NearestNames(openNames(role))
    open[role] = own
    let found =
      own.nearest(to: name, atMost: Self.most, includesItself: false, budget: &budget)
      + (built[role]?.nearest(to: name, atMost: Self.most, includesItself: false, budget: &budget)
        ?? [])
    var seen: Set<String> = []
    return found.filter { name in
      // A name that the program had may be gone from an open file.
      seen.insert(name).inserted && role.id(name).map(answers.isNamedElsewhere) ?? false
    }.prefix(Self.most).map(\.self)
  }

  private func openNames(_ role: NameRole) -> [String] {
    var names: [String] = []
    for document in answers.openDocuments {
      let outline = document.outline
      names += document.declarations.filter { $0.kind == role.nodeKind }.map(\.name)
      names += outline.constants.filter { $0.role == role }.map(\.name)
      let listeners = outline.names.filter { $0.role == role && $0.verb == .listens }
      names += listeners.filter { $0.form == .literal }.map(\.text)
    }
    return names
  }
}
