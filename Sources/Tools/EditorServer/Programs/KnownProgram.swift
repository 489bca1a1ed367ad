import BinaryInspection
import Declarations
import ModuleGraph
import SourceInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The programs of a workspace with the uses in their code, prepared for requests.
struct KnownProgram: Sendable {
  let picture: ProgramPicture
  /// The reasons why some uses are unknown.
  let gaps: [String]
  /// The results without open documents.
  let answers: EditorAnswers

  /// Indexes programs.
  ///
  /// - Parameters:
  ///   - picture: The programs.
  ///   - uses: The uses of each program, or an empty array if they were not read.
  ///   - sources: The sources, for files that the uses do not contain.
  ///   - texts: The texts of files that are not open.
  ///   - now: The time for checking schedules.
  /// - Complexity: O(*n* log *n*) in the records and uses.
  init(
    _ picture: ProgramPicture, uses: [ProgramUses], sources: SourcePaths, texts: FileTexts,
    at now: Date
  ) {
    self.picture = picture
    let all = ProgramUses(joining: uses)
    gaps = all.gaps
    var paths = all.paths
    for fileID in Set(picture.records.map(\.fileID)) where paths[fileID] == nil {
      paths[fileID] = sources.path(of: fileID)
    }
    answers = EditorAnswers(
      graph: Self.graph(of: picture, uses, all, at: now), uses: all, documents: [:], paths: paths,
      schemas: Self.schemas(of: picture), lock: picture.lock, text: { texts.text(of: $0) },
      parse: texts.parse)
  }

  /// Returns the graph of all programs, with the problems of each.
  ///
  /// Names must be unique in a program, but not in a workspace.
  private static func graph(
    of picture: ProgramPicture, _ uses: [ProgramUses], _ all: ProgramUses, at now: Date
  ) -> ModuleGraph {
    let areKnown = !uses.isEmpty
    var graph = graph(of: picture.records, areKnown ? all : nil, at: now)
    guard picture.programs.count > 1 else { return graph }
    var known: Set<ModuleProblem> = []
    graph.problems = picture.programs.enumerated().flatMap { number, program in
      Self.graph(of: program.records, areKnown ? uses[number] : nil, at: now).problems
    }.filter { known.insert($0).inserted }
    return graph
  }

  /// Returns the schemas of all programs, of which the newest decides about a type.
  private static func schemas(of picture: ProgramPicture) -> DataSchemas {
    var known: Set<DataSchemas.Use> = []
    return DataSchemas(
      uses: picture.programs.flatMap(\.schemas.uses).filter { known.insert($0).inserted },
      forms: picture.programs.reduce(into: [:]) { forms, program in
        forms.merge(program.schemas.forms) { first, _ in first }
      })
  }

  private static func graph(
    of records: [DeclaredRecord], _ uses: ProgramUses?, at now: Date
  ) -> ModuleGraph {
    var builder = ModuleGraph.Builder(at: now)
    for record in records { builder.add(record) }
    for use in uses?.uses ?? [] { builder.add(use: use) }
    // If some uses are unknown, a declaration without uses may have one.
    builder.usesAreKnown = uses?.gaps.isEmpty ?? false
    return builder.graph()
  }
}

extension ProgramUses {
  /// Joins the uses of several programs, which may share modules.
  init(joining parts: [ProgramUses]) {
    self.init()
    var known: Set<ModuleGraph.Use> = []
    uses = parts.flatMap(\.uses).filter { known.insert($0).inserted }
    var knownGaps: Set<String> = []
    gaps = parts.flatMap(\.gaps).filter { knownGaps.insert($0).inserted }
    for part in parts {
      paths.merge(part.paths) { first, _ in first }
      constants.merge(part.constants) { first, _ in first }
      typeNames.merge(part.typeNames) { $0.merging($1) { first, _ in first } }
    }
  }
}
