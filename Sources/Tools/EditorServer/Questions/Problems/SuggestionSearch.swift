import ModuleGraph
import SourceInspection
import Spelling

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
