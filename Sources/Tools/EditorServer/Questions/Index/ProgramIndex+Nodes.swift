import ModuleGraph
import SourceInspection

extension ProgramIndex {
  /// Adds the constants of the sources.
  mutating func addConstants(of uses: ProgramUses) {
    for (fileID, list) in uses.constants.sorted(by: { $0.key < $1.key }) {
      guard let path = paths[fileID] else { continue }
      for constant in list {
        guard let id = constant.role.id(constant.name) else { continue }
        add(Constant(constant, path: path), role: constant.role)
        // The edges of a contract's record provide its place.
        guard constant.role != .url else { continue }
        sites[id, default: []].append(
          Site(
            path: path, anchor: .range(constant.memberRange), relation: .constant,
            module: CodeLocation(fileID: fileID, line: 1).module, origin: .code))
      }
    }
  }

  private mutating func add(_ constant: Constant, role: NameRole) {
    constants[MemberKey(role: role, member: constant.member), default: []].append(constant)
    if let id = role.id(constant.name) { constantsOfNode[id, default: []].append(constant) }
  }

  /// Adds the places of declarations, the constants in their records, and the types of tasks and
  /// jobs.
  mutating func addNodes() {
    for node in graph.nodes where node.certainty == .declared || node.certainty == .added {
      if case .text(let member)? = node[attribute: "member"], let role = NameRole(node.kind) {
        for location in node.locations {
          guard let path = paths[location.fileID] else { continue }
          add(
            Constant(path: path, line: location.line, member: member, name: node.name),
            role: role)
        }
      }
      if node.kind == .task || node.kind == .job { addType(of: node) }
      for name in node.formerNames {
        let id = ModuleGraph.Node.id(node.kind == .callback ? .event : node.kind, name)
        add(.declaration, of: id, at: node.locations.first, spellings: [name])
      }
      // Callbacks, observers and contracts have no names. Their edges provide their places.
      guard ![.callback, .observer, .contract].contains(node.kind) else { continue }
      for location in node.locations {
        add(.declaration, of: node.id, at: location, spellings: spellings(of: node))
      }
    }
  }

  private mutating func addType(of node: ModuleGraph.Node) {
    var path = node.name
    if case .text(let type)? = node[attribute: "type"] { path = type }
    if let module = node.module { path = "\(module).\(path)" }
    var rest = path[...]
    while true {
      types[String(rest), default: []].append(node.id)
      guard let dot = rest.firstIndex(of: ".") else { break }
      rest = rest[rest.index(after: dot)...]
    }
  }

  /// Returns the spellings by which a source may name a node, the most probable first.
  func spellings(of node: ModuleGraph.Node) -> [String] {
    var texts: [String] = []
    switch node.kind {
    case .route:
      if case .text(let destination)? = node[attribute: "leadsTo"] {
        let function = destination.prefix { $0 != "(" && $0 != ":" }.split(separator: ".").last
        texts += function.map { [String($0)] } ?? []
      }
    case .routeClass, .task, .job:
      if case .text(let type)? = node[attribute: "type"] {
        texts += type.split(separator: ".").last.map { [String($0)] } ?? []
      }
      texts.insert(node.name, at: node.kind == .routeClass ? texts.count : 0)
    default: break
    }
    texts += (constantsOfNode[node.id] ?? []).map(\.member)
    return texts.contains(node.name) ? texts : texts + [node.name]
  }
}

extension ProgramIndex.Constant {
  /// Creates a constant of the index from a constant of a source.
  init(_ constant: SourceConstant, path: String) {
    self.init(
      path: path, line: constant.memberRange.start.line + 1, member: constant.member,
      name: constant.name, valueType: constant.valueType, documentation: constant.documentation)
  }
}
