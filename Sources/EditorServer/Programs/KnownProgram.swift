import EditorAnswers
import ModuleGraph
import SourceReading
import UseReading

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The programs of a workspace with the uses in their code, ready for questions.
struct KnownProgram: Sendable {
  let picture: ProgramPicture
  let uses: ProgramUses
  let graph: ModuleGraph
  /// The answers without any open document.
  let answers: EditorAnswers

  /// Indexes programs.
  ///
  /// - Complexity: O(*n* log *n*) in the records and uses.
  init(
    _ picture: ProgramPicture, uses: ProgramUses, sources: SourcePaths, texts: FileTexts,
    at now: Date
  ) {
    self.picture = picture
    self.uses = uses
    graph = Self.graph(of: picture, at: now)
    var paths = uses.paths
    for fileID in Set(picture.records.map(\.fileID)) where paths[fileID] == nil {
      paths[fileID] = sources.path(of: fileID)
    }
    answers = EditorAnswers(
      graph: graph, uses: uses, documents: [:], paths: paths, text: { texts.text(of: $0) })
  }

  /// Returns the graph of all programs, with the problems of each.
  ///
  /// Names have to be unique in a program, and not in all programs of a workspace.
  private static func graph(of picture: ProgramPicture, at now: Date) -> ModuleGraph {
    var graph = ModuleGraph(records: picture.records, at: now)
    guard picture.programs.count > 1 else { return graph }
    var known: Set<ModuleProblem> = []
    graph.problems = picture.programs.flatMap { ModuleGraph(records: $0, at: now).problems }
      .filter { known.insert($0).inserted }
    return graph
  }

  /// The names of the modules that declare something.
  var modules: Set<String> { Set(graph.modules.map(\.name)) }
}
