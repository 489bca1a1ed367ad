package import BinaryInspection
package import ModuleGraph
import Schedules
package import SourceInspection
import Spelling

/// The results for an editor's requests about a program and its open files.
///
/// This is a value without files, processes and clocks. It contains the graph and the uses of a
/// built program, and the texts of open files. If both contain a file, the open text is used,
/// because it is newer. The program is indexed once, and ``update(_:)`` indexes files that have
/// changed.
///
/// - Concurrency: Copying is cheap, and a copy can be used on any thread.
package struct EditorAnswers: Sendable {
  let program: ProgramIndex
  private(set) var documents: [String: OpenDocument] = [:]
  /// The open files, in the order of their paths.
  private(set) var openDocuments: [OpenDocument] = []
  /// The routes in open files.
  private(set) var openRoutes = RouteLookup([])
  /// The jobs of the workspace's lock file, or `nil` if it has none.
  let lock: LockedJobs?
  /// The differences between the open files and the lock file, by path.
  var lockProblems: [String: [EditorProblem]] = [:]
  /// A Boolean value that indicates whether files have changed since the program was built.
  package var isStale: Bool
  let zones: EditorZones
  let text: @Sendable (String) -> String?
  private let parse: SourceParsing

  /// Indexes a program.
  ///
  /// - Parameters:
  ///   - graph: The graph of the program.
  ///   - uses: The uses in its code, with its constants and paths.
  ///   - documents: The open files, by path.
  ///   - paths: The paths of sources by `fileID`. They take precedence over the paths in `uses`.
  ///   - schemas: The types of the values of its declarations.
  ///   - lock: The jobs of the workspace's lock file.
  ///   - isStale: A Boolean value that indicates whether files have changed since the program was
  ///     built.
  ///   - zones: The time zones that schedules can name.
  ///   - text: Returns the text of a file that is not open, or `nil` if it does not exist.
  ///   - parse: Parses such a text.
  /// - Complexity: O(*n* log *n*) in nodes, edges and uses.
  package init(
    graph: ModuleGraph, uses: ProgramUses = ProgramUses(), documents: [String: SourceFile] = [:],
    paths: [String: String] = [:], schemas: DataSchemas = DataSchemas(), lock: LockedJobs? = nil,
    isStale: Bool = false, zones: EditorZones = .system,
    text: @escaping @Sendable (String) -> String? = { _ in nil },
    parse: @escaping SourceParsing = { ParsedSource($0, isPart: $1) }
  ) {
    program = ProgramIndex(graph: graph, uses: uses, paths: paths, schemas: schemas)
    self.lock = lock
    self.isStale = isStale
    self.zones = zones
    self.text = text
    self.parse = parse
    update(documents)
  }

  /// Updates the texts of open files, or removes the closed ones.
  package mutating func update(_ files: [String: SourceFile?]) {
    for (path, file) in files { update(file, at: path) }
    compareWithLock()
  }

  /// Updates the text of an open file, or removes it when the file is closed.
  ///
  /// - Complexity: Linear in the outline and the text of the file.
  private mutating func update(_ file: SourceFile?, at path: String) {
    let routes = documents[path]?.routes ?? []
    documents[path] = file.map {
      OpenDocument($0, path: path, module: module(of: path))
    }
    openDocuments = documents.values.sorted { $0.path < $1.path }
    if (documents[path]?.routes ?? []).map(\.id) != routes.map(\.id) {
      openRoutes = RouteLookup(openDocuments.flatMap(\.routes))
    }
  }

  /// Returns the module of a file.
  ///
  /// For a file that was not built yet, this is the module of its folder.
  func module(of path: String) -> String? {
    if let module = program.module(of: path) { return module }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return program.modulesOfFolders[String(path[..<slash])]
  }

  /// Returns the `fileID` of a file for messages.
  ///
  /// If its module is unknown, returns the path.
  func fileID(of path: String) -> String {
    if let fileID = program.fileIDs[path] { return fileID }
    guard let module = module(of: path), let slash = path.lastIndex(of: "/") else {
      return path
    }
    return module + path[slash...]
  }

  /// Returns an open file, or reads and indexes one that is not open.
  func document(at path: String) -> OpenDocument? {
    if let open = documents[path] { return open }
    return text(path).map { text in
      OpenDocument(
        SourceFile(text: text, parse: parse), path: path, module: program.module(of: path))
    }
  }
}

extension EditorAnswers {
  /// Returns the definitions of the name at a position.
  ///
  /// A route leads to its functions, and a task, a job or a relay to its declaration. An event, a
  /// notification or an event of tasks has no declaration, and leads to its constant and all its
  /// listeners. A name with several meanings leads to all of them.
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
  ///   - includingDeclaration: A Boolean value that indicates whether to include the definitions.
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

extension EditorAnswers {
  /// Returns the time zones whose names match the typed text.
  func zoneCompletions(_ typed: TypedText) -> [Completion] {
    let match = FuzzyMatch(typed.before)
    return zones.names().compactMap { name in match.score(name).map { (name, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      .prefix(Self.mostCompletions)
      .map { name, _ in
        Completion(
          label: name, range: typed.range, newText: name, role: .timeZone, detail: "time zone")
      }
  }

  /// Returns the full and half hours of a day that begin with the typed text.
  func calendarCompletions(_ typed: TypedText) -> [Completion] {
    (0..<48).map { TimeOfDay(secondOfDay: $0 * 1_800).description }
      .filter { $0.hasPrefix(typed.before) }
      .map { time in
        Completion(
          label: time, range: typed.range, newText: time, role: .calendar, detail: "time of day")
      }
  }
}

extension EditorAnswers {
  /// The maximum number of places for each relation in a hover.
  private static let listed = 8

  /// Writes the places that are related to a node, such as triggers and listeners.
  func describeSites(of id: ModuleGraph.Node.ID, on page: inout Markdown) {
    let groups = Dictionary(grouping: sites(of: [id]) { $0.noun(1) != nil }, by: \.relation)
    for relation in Relation.counted {
      guard let sites = groups[relation], let noun = relation.noun(sites.count) else { continue }
      let places = sites.sorted { ($0.path, $0.line) < ($1.path, $1.line) }.map { site in
        (site.module.map { "\(Markdown.code($0)) " } ?? "") + Markdown.code(location(of: site))
      }
      let more = places.count > Self.listed ? ["and \(places.count - Self.listed) more"] : []
      page.list("\(sites.count) \(noun)", places.prefix(Self.listed) + more)
    }
    let seen = program.seenUses[id] ?? []
    page.list(
      "Seen in a trace",
      seen.map { use in
        "\(Markdown.code(use.module)) \(use.kind)" + (use.count.map { ", \($0) times" } ?? "")
      })
  }

  /// Returns the location of a place in the format of compilers.
  private func location(of site: Site) -> String {
    "\(fileID(of: site.path)):\(site.line + 1)"
  }
}

extension EditorAnswers {
  /// Returns a line for each used declaration and constant in a file: `3 callers · 1 wire`.
  ///
  /// The line of a callback counts the triggers of its event. The line of a constant also counts
  /// the listeners.
  package func lenses(in path: String) -> [CodeLens] {
    guard let document = document(at: path) else { return [] }
    let open = openSitesByNode()
    var searches: [String: NameSearch] = [:]
    var lines: Set<Int> = []
    return document.places.compactMap { place in
      guard place.relation.isDefinition, lines.insert(place.range.start.line).inserted else {
        return nil
      }
      var sites: [Site] = []
      for id in ids(of: place, in: document) {
        sites += open[id] ?? []
        sites += (program.sites[id] ?? []).compactMap { present($0, of: id) }
      }
      // A callback does not count as its own listener.
      let counted = sites.filter {
        $0.relation.noun(1) != nil && ($0.relation != .listener || place.relation == .constant)
      }
      guard !counted.isEmpty else { return nil }
      return CodeLens(
        range: place.range, title: Self.title(counted),
        places: ranges(of: counted, searches: &searches))
    }
  }

  private static func title(_ sites: [Site]) -> String {
    let groups = Dictionary(grouping: sites, by: \.relation)
    return Relation.counted.compactMap { relation in
      guard let count = groups[relation]?.count, let noun = relation.noun(count) else { return nil }
      return "\(count) \(noun)"
    }.joined(separator: " · ")
  }

  /// Returns the places in open files, by their nodes.
  private func openSitesByNode() -> [ModuleGraph.Node.ID: [Site]] {
    var sites: [ModuleGraph.Node.ID: [Site]] = [:]
    for document in openDocuments {
      for place in document.places {
        let site = Site(
          path: document.path, anchor: .range(place.range), relation: place.relation,
          module: document.module)
        for id in ids(of: place, in: document) { sites[id, default: []].append(site) }
      }
    }
    return sites
  }
}

extension EditorAnswers {
  /// Returns the problem of a text that is not a valid cron expression, time or time zone.
  func problem(
    ofTime role: NameRole, _ text: String, at place: NamedPlace, in document: OpenDocument
  ) -> EditorProblem? {
    guard !text.contains("{}") else { return nil }
    switch role {
    case .cron:
      do throws(CronError) {
        _ = try CronExpression(text, hashing: "task")
        return nil
      } catch {
        return timeProblem(.error, "\(error)", at: place)
      }
    case .calendar:
      guard (try? TimeOfDay(parsing: text)) == nil, (try? CalendarDate(parsing: text)) == nil
      else { return nil }
      return timeProblem(.error, TimeOfDay(stringLiteral: text).problem?.message ?? "", at: place)
    case .timeZone:
      guard zones.zone(text) == nil else { return nil }
      let near = EditDistance.nearest(to: text, among: zones.names(), atMost: 3)
      var problem = timeProblem(
        .warning, "this machine has no time zone '\(text)'.\(NearestNames.question(near))",
        at: place)
      problem.fixes = near.map { .replacing(place.range, by: $0, in: document.path) }
      return problem
    default: return nil
    }
  }

  private func timeProblem(
    _ severity: ModuleProblem.Severity, _ message: String, at place: NamedPlace
  ) -> EditorProblem {
    EditorProblem(
      range: place.range, severity: severity,
      code: ModuleProblem.Code.scheduleNeverFires.rawValue, message: message)
  }
}

/// A line above a declaration: `3 callers · 1 wire`.
package struct CodeLens: Sendable, Hashable {
  package var range: TextRange
  package var title: String
  /// The counted uses.
  package var places: [FileRange]

  package init(range: TextRange, title: String, places: [FileRange]) {
    self.range = range
    self.title = title
    self.places = places
  }
}
