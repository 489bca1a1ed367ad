import ModuleGraph
package import SourceInspection

extension EditorAnswers {
  /// Returns the places that are related to nodes.
  ///
  /// Places in open files come first, followed by places in other files.
  func sites(
    of ids: some Collection<ModuleGraph.Node.ID>, where isWanted: (Relation) -> Bool
  ) -> [Site] {
    let wanted = Set(ids)
    let members = wanted.flatMap { self.members(of: $0) }
    var sites: [Site] = []
    for document in openDocuments {
      for number in document.placeNumbers(of: wanted, members: members, in: self) {
        let place = document.places[number]
        guard isWanted(place.relation) else { continue }
        sites.append(
          Site(
            path: document.path, anchor: .range(place.range), relation: place.relation,
            module: document.module))
      }
    }
    for id in wanted.sorted() {
      for site in program.sites[id] ?? [] where isWanted(site.relation) {
        if let present = present(site, of: id) { sites.append(present) }
      }
    }
    return sites
  }

  /// Returns a place of the program, unless its file is open and no longer contains it.
  ///
  /// The outline of an open file contains all names, except the names of declarations by custom
  /// macros. These are considered present if the text contains their name outside of the outline.
  func present(_ site: Site, of id: ModuleGraph.Node.ID) -> Site? {
    guard let document = documents[site.path] else { return site }
    guard site.relation == .declaration, !document.declares(id),
      case .near(let position, let spellings) = site.anchor,
      let range = document.unreadRange(ofAny: spellings, near: position.line)
    else { return nil }
    return Site(
      path: site.path, anchor: .range(range), relation: site.relation, module: site.module,
      origin: site.origin)
  }

  /// Returns the ranges of places without duplicates, in the order of paths and lines.
  func ranges(of sites: [Site]) -> [FileRange] {
    var searches: [String: NameSearch] = [:]
    return ranges(of: sites, searches: &searches)
  }

  /// Returns the ranges of places, reusing and adding to the searches in files.
  func ranges(of sites: [Site], searches: inout [String: NameSearch]) -> [FileRange] {
    // The range of the name of a constant is more precise than the line of its record.
    let exactLines = Set(
      sites.filter { if case .range = $0.anchor { true } else { false } }
        .map(\.lineKey))
    var seen: Set<FileRange> = []
    return sites.compactMap { site -> FileRange? in
      switch site.anchor {
      case .range(let range): return FileRange(path: site.path, range: range)
      case .near where site.relation.isDefinition && exactLines.contains(site.lineKey): return nil
      case .near(let position, let spellings):
        let search =
          searches[site.path]
          ?? NameSearch(lines: documents[site.path]?.lines ?? LineTable(text(site.path) ?? ""))
        searches[site.path] = search
        return FileRange(
          path: site.path,
          range: search.range(ofAny: spellings, line: position.line, column: position.column))
      }
    }
    .filter { seen.insert($0).inserted }
    .sorted { ($0.path, $0.range.start) < ($1.path, $1.range.start) }
  }
}

extension Site {
  /// The path and the line in one string.
  fileprivate var lineKey: String { "\(line) \(path)" }
}

extension OpenDocument {
  /// Returns the indices of the places that name one of these nodes.
  func placeNumbers(
    of ids: Set<ModuleGraph.Node.ID>, members: [MemberKey], in answers: EditorAnswers
  ) -> [Int] {
    var numbers: Set<Int> = []
    for id in ids { numbers.formUnion(byNode[id] ?? []) }
    for member in members { numbers.formUnion(byMember[member] ?? []) }
    let kinds = Set(ids.map { $0.prefix { $0 != ":" } })
    let later = (kinds.contains("route") ? urls : []) + (kinds == ["route"] ? [] : types)
    for number in later
    where !ids.isDisjoint(with: answers.ids(of: places[number], in: self)) {
      numbers.insert(number)
    }
    return numbers.sorted()
  }
}

/// A range of a file.
package struct FileRange: Sendable, Hashable {
  package var path: String
  package var range: TextRange

  package init(path: String, range: TextRange) {
    self.path = path
    self.range = range
  }
}

/// A place in a source that is related to a name.
struct Site: Sendable, Hashable {
  /// The range of the name, or an approximation of it.
  enum Anchor: Sendable, Hashable {
    case range(TextRange)
    /// The location of the record or the use, and the spellings of the name there.
    case near(TextPosition, spellings: [String])
  }

  let path: String
  let anchor: Anchor
  let relation: Relation
  /// The module of the code.
  let module: String?
  /// The origin of the information, or `nil` if it is the text of an open file.
  var origin: ModuleGraph.Use.Origin?

  /// The line, counted from 0.
  var line: Int {
    switch anchor {
    case .range(let range): range.start.line
    case .near(let position, _): position.line
    }
  }
}

extension TextPosition {
  /// Creates the position of a source location, whose line and column are counted from 1.
  init(_ location: CodeLocation) {
    self.init(line: max(0, location.line - 1), column: max(0, (location.column ?? 1) - 1))
  }
}
