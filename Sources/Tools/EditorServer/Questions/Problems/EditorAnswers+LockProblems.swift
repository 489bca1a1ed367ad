import BinaryInspection
import ModuleGraph
import SourceInspection

extension EditorAnswers {
  /// Compares the jobs and the types of their values with the lock file, if the workspace has one.
  ///
  /// The fields of structures are taken from open files, which are newer than the program.
  mutating func compareWithLock() {
    guard let lock else { return }
    lockProblems = [:]
    let structures = LockedStructures(openDocuments)
    let schemas = program.schemas.updated(by: structures.written)
    let renamed = program.graph.nodes(of: .job).filter { !$0.formerNames.isEmpty }
    let formerNames = Dictionary(
      renamed.map { ($0.name, $0.formerNames) }, uniquingKeysWith: { first, _ in first })
    let types = Dictionary(
      schemas.uses.filter(\.isStored).map { ($0.name, [$0.type]) }, uniquingKeysWith: +)
    for change in lock.breakingChanges(to: schemas, formerNames: formerNames) {
      var known: Set<String> = []
      let changed = schemas.names(in: types[change.name] ?? [], omitting: &known)
        .filter { lock.isChanged($0, in: schemas) }
      let place =
        changed.lazy.compactMap { structures.places[$0] }.first
        ?? placeOfJob(change.name, near: change.place)
      add(change.level, change.breaks, ofJob: change.name, at: place)
    }
    let kept = Set(formerNames.values.joined())
    for name in lock.names where !kept.contains(name) {
      let id = ModuleGraph.Node.id(.job, name)
      guard !isDeclared(id) else { continue }
      let place = placeOfJob(name, near: program.graph.node(id)?.locations.first)
      // The outline of a file does not contain the traits of a job.
      let isKept = openDocuments.contains { $0.file.text.contains(".formerly(\"\(name)\"") }
      guard !isKept, let removal = LockedJobs.removal(of: name) else { continue }
      add(removal.level, removal.reason, ofJob: name, at: place)
    }
  }

  private mutating func add(
    _ level: ChangeLevel, _ reason: String?, ofJob name: String, at place: FileRange?
  ) {
    guard let place, let reason else { return }
    lockProblems[place.path, default: []].append(
      EditorProblem(
        range: place.range, severity: .warning, code: level.rawValue,
        message: """
          the job '\(name)' \(level.words), compared with \(SurfaceLock.fileName): \(reason). \
          Restore it, or write the file again with 'modkit lock'.
          """))
  }

  /// Returns the place of a job in an open file.
  private func placeOfJob(_ name: String, near location: CodeLocation?) -> FileRange? {
    guard let location, let path = program.paths[location.fileID], let document = documents[path]
    else { return nil }
    let declaration =
      document.declarations.first { $0.kind == .job && $0.name == name }
      ?? document.declaration(around: TextPosition(location))
    let range =
      declaration?.nameRange
      ?? NameSearch(lines: document.lines).range(
        ofAny: [name], line: TextPosition(location).line, column: 0)
    return FileRange(path: path, range: range)
  }
}

/// The structures in open files whose encoded form their source shows, by their qualified names.
private struct LockedStructures {
  private(set) var written: [WrittenStructure] = []
  private(set) var places: [String: FileRange] = [:]

  init(_ documents: [OpenDocument]) {
    var known: Set<String> = []
    for document in documents {
      guard let module = document.module else { continue }
      for structure in document.readableStructures {
        let name = "\(module).\(structure.name)"
        guard known.insert(name).inserted else {
          // Conditions select one of them, which only the compiler knows.
          written.removeAll { $0.name == name }
          places[name] = nil
          continue
        }
        places[name] = FileRange(path: document.path, range: structure.nameRange)
        written.append(
          WrittenStructure(
            name: name,
            fields: structure.fields.map { WrittenStructure.Field(key: $0.key, type: $0.type) }))
      }
    }
  }
}

extension OpenDocument {
  /// The structures whose form nothing else in the file changes.
  fileprivate var readableStructures: [SourceStructure] {
    guard !outline.structures.isEmpty else { return [] }
    // An extension may contain the code of a conformance, or the coding keys.
    let isWritten = ["encode(to", "init(from"].contains { file.text.contains($0) }
    guard !isWritten else { return [] }
    let hasKeys = file.text.contains("CodingKeys")
    return outline.structures.filter { $0.statesKeys || !hasKeys }
  }
}
