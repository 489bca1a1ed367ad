package import ModuleGraph
package import SourceInspection
import Spelling

extension EditorAnswers {
  /// Returns the problems in the text of a file, and the problems that the check of the built
  /// program found in it, and the differences from the lock file.
  ///
  /// Both use the codes of `modkit check`, and some problems of the text have codes of errors at
  /// run time. A problem of the build is omitted if the text has the same problem, or if an open
  /// file now declares the missing names.
  ///
  /// - Returns: The problems in the order of the text.
  package func problems(in path: String) -> [EditorProblem] {
    guard let document = document(at: path) else { return [] }
    let typed = problemsOfText(document)
    let built = (program.problems[path] ?? []).compactMap {
      problem(program.graph.problems[$0], in: document, besides: typed)
    }
    return (typed + built + (lockProblems[path] ?? [])).sorted {
      ($0.range.start, $0.code, $0.message) < ($1.range.start, $1.code, $1.message)
    }
  }

  /// Returns the problems of the names in a text.
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
      // The compiler checks other members and types.
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

  /// Converts a problem of the built program to a problem of an open text.
  private func problem(
    _ problem: ModuleProblem, in document: OpenDocument, besides typed: [EditorProblem]
  ) -> EditorProblem? {
    // Open files may now declare the missing names.
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
  /// Returns a fix that replaces a name by an existing one.
  static func replacing(_ range: TextRange, by name: String, in path: String) -> EditorFix {
    EditorFix(
      title: "Replace with '\(name)'",
      edits: [FileEdit(FileRange(path: path, range: range), name)])
  }
}

/// A change that fixes a problem.
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
  /// The code of the problem, as in the output of `modkit check`.
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

/// Finds the names that are spelled most like the misspelled names of a file.
///
/// All searches for a file share one limit of work.
struct SuggestionSearch {
  private static let most = 3

  private let built: [NameRole: NearestNames]
  private let answers: EditorAnswers
  private var budget = SearchBudget(steps: 400_000)
  /// The names in open files by role, collected at the first search for the role.
  private var open: [NameRole: NearestNames] = [:]

  init(_ answers: EditorAnswers) {
    self.answers = answers
    built = answers.program.names.nearest
  }

  /// Returns the names that are spelled most like a name, without the name itself.
  mutating func nearest(to name: String, role: NameRole) -> [String] {
    let own = open[role] ?? NearestNames(openNames(role))
    open[role] = own
    let found =
      own.nearest(to: name, atMost: Self.most, includesItself: false, budget: &budget)
      + (built[role]?.nearest(to: name, atMost: Self.most, includesItself: false, budget: &budget)
        ?? [])
    var seen: Set<String> = []
    return found.filter { name in
      // An open file may no longer contain a name of the built program.
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
