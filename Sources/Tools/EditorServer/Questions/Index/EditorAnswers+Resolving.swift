import ModuleGraph
import SourceInspection

extension EditorAnswers {
  /// Returns the nodes to which a name at a place refers.
  func ids(of place: NamedPlace, in document: OpenDocument) -> [ModuleGraph.Node.ID] {
    switch place.target {
    case .node(let id): [id]
    case .functions(let url): routes { $0.functions(namedBy: url) }.map(\.id)
    case .name(let role, let form, let text):
      ids(of: role, form, text, from: document.module)
    }
  }

  /// Returns the nodes to which a name refers.
  ///
  /// Except for routes, the result can contain nodes that do not exist.
  func ids(
    of role: NameRole, _ form: SourceName.Form, _ text: String, from module: String?
  ) -> [ModuleGraph.Node.ID] {
    switch form {
    case .literal where role == .url: return routes(of: text).map(\.id)
    case .literal: return role.id(text).map { [$0] } ?? []
    case .member:
      let names = names(of: MemberKey(role: role, member: text))
      let meant = names.isEmpty && role != .url ? [text] : names
      return meant.flatMap { ids(of: role, .literal, $0, from: module) }
    case .type: return ids(ofType: text, role: role, from: module)
    }
  }

  /// Returns the tasks or jobs of a type.
  ///
  /// Tasks and jobs of the same module take precedence. For an unknown type, returns the node with
  /// the name of the type.
  private func ids(
    ofType type: String, role: NameRole, from module: String?
  ) -> [ModuleGraph.Node.ID] {
    let last = type.split(separator: ".").last.map(String.init) ?? type
    let prefix = role.nodeKind.map { "\($0.rawValue):" } ?? ""
    var known: [ModuleGraph.Node.ID] = []
    for ending in [type, last] where known.isEmpty {
      known = (program.types[ending] ?? []).filter { $0.hasPrefix(prefix) && isDeclared($0) }
    }
    let own = known.filter { program.graph.node($0)?.module == module }
    if !own.isEmpty { return own }
    return known.isEmpty ? role.id(last).map { [$0] } ?? [] : known
  }

  /// Returns the names that the constants with a member name represent.
  func names(of member: MemberKey) -> [String] { constants(of: member).map(\.name) }

  /// Returns the constants with a member name, one for each name that they represent.
  ///
  /// Constants in open files come first.
  func constants(of member: MemberKey) -> [ProgramIndex.Constant] {
    var constants = openDocuments.flatMap { document in
      document.outline.constants.filter {
        $0.role == member.role && $0.member == member.member
      }.map { ProgramIndex.Constant($0, path: document.path) }
    }
    constants += (program.constants[member] ?? []).filter { documents[$0.path] == nil }
    var seen: Set<String> = []
    return constants.filter { seen.insert($0.name).inserted }
  }

  /// Returns the properties that represent the name of a node.
  func members(of id: ModuleGraph.Node.ID) -> [MemberKey] {
    guard let colon = id.firstIndex(of: ":"),
      let role = NameRole(ModuleGraph.Node.Kind(rawValue: String(id[..<colon])))
    else { return [] }
    let name = String(id[id.index(after: colon)...])
    var members: Set<String> = []
    for document in documents.values {
      for constant in document.outline.constants where constant.role == role {
        if constant.name == name { members.insert(constant.member) }
      }
    }
    for constant in program.constantsOfNode[id] ?? [] where documents[constant.path] == nil {
      members.insert(constant.member)
    }
    // A member without a known constant represents its own name.
    if names(of: MemberKey(role: role, member: name)).isEmpty { members.insert(name) }
    return members.sorted().map { MemberKey(role: role, member: $0) }
  }

  /// Returns the routes that a URL matches.
  ///
  /// Routes in open files come first.
  func routes(of url: String) -> [RouteSource] { routes { $0.routes(of: url) } }

  /// Returns the routes that a lookup finds.
  ///
  /// Routes in open files come first.
  private func routes(by lookup: (RouteLookup) -> [RouteSource]) -> [RouteSource] {
    var routes = lookup(openRoutes)
    // If a route of the built program is missing from an open file, it was removed.
    routes += lookup(program.routes).filter { isDeclared($0.id) }
    var seen: Set<ModuleGraph.Node.ID> = []
    return routes.compactMap { route in
      // The build contains more information about the same route.
      seen.insert(route.id).inserted ? program.routes.route(route.id) ?? route : nil
    }
  }

  /// Returns whether an open file or the program declares a node.
  func isDeclared(_ id: ModuleGraph.Node.ID) -> Bool {
    let definitions = (program.sites[id] ?? []).filter(\.relation.isDefinition)
    if definitions.contains(where: { documents[$0.path] == nil }) { return true }
    if documents.values.contains(where: { $0.declares(id) }) { return true }
    // The node was added at run time, or is in a file with an unknown path.
    guard !definitions.isEmpty else {
      return program.graph.node(id).map { [.declared, .added].contains($0.certainty) } ?? false
    }
    return definitions.contains { present($0, of: id) != nil }
  }
}

extension OpenDocument {
  /// Returns the range of a name that is missing from the outline and is nearest to a line.
  func unreadRange(ofAny spellings: [String], near line: Int) -> TextRange? {
    let read = Set(places.map(\.range))
    let search = NameSearch(lines: lines)
    for spelling in spellings {
      let found = search.ranges(of: spelling).filter { !read.contains($0) }
      if let nearest = found.min(by: { abs($0.start.line - line) < abs($1.start.line - line) }) {
        return nearest
      }
    }
    return nil
  }

  /// Returns whether the file contains the declaration or a constant of a node.
  func declares(_ id: ModuleGraph.Node.ID) -> Bool {
    byNode[id]?.contains { places[$0].relation.isDefinition } ?? false
  }
}
