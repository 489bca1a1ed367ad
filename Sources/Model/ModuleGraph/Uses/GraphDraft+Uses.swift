import Declarations
import KhalaRoutes

extension GraphDraft {
  /// Finds the nodes of all uses, after all declarations have been read.
  mutating func resolveUses(among routes: GraphRoutes) {
    guard !uses.isEmpty else { return }
    let declared = UsedDeclarations(nodes: nodes, tasks: tasks, contracts: contracts)
    for use in uses.uniqued().sorted() {
      resolvedUses.append(
        ModuleGraph.ResolvedUse(use, nodes: nodes(usedBy: use, among: routes, declared)))
      steps += 1
    }
  }

  private mutating func nodes(
    usedBy use: ModuleGraph.Use, among routes: GraphRoutes, _ declared: UsedDeclarations
  ) -> [Node.ID] {
    switch use.target {
    case .route where use.kind == .notifies: return declared.functions(notifiedBy: use)
    case .route: return self.routes(usedBy: use, among: routes)
    case .contract:
      let contracts = declared.contracts.contracts(usedBy: use)
      return contracts + contracts.flatMap { calledRoutes[$0] ?? [] }
    case .task, .job:
      if let known = declared.node(usedBy: use) { return [known] }
      guard !use.hasUnknownPart, !use.isSeen, use.kind != .names else { return [] }
      return [mention(use.target, use.name, at: use.location, as: .missing)]
    case .relay:
      if let known = declared.node(usedBy: use) { return [known] }
      let member = use.constant ?? use.name
      let expression = member.contains(".") ? member : ".\(member)"
      if let name = declaredKeys.name(for: expression) { return [Node.id(.relay, name)] }
      return mention(sharedBy: use)
    case .event, .notification, .taskEvent: return mention(sharedBy: use)
    default: return declared.node(usedBy: use).map { [$0] } ?? []
    }
  }

  /// Ensures that a node exists for a name that belongs to no module.
  private mutating func mention(sharedBy use: ModuleGraph.Use) -> [Node.ID] {
    guard !use.hasUnknownPart else { return [] }
    if let constant = use.constant, constant != use.name {
      // Records without the string have the name of the constant.
      let id = Node.id(use.target, constant)
      if node(id)?.certainty == .unresolved { return [id] }
    }
    let name = SourceName(use.name, isUnresolved: use.name.hasPrefix("."))
    return [mention(use.target, current(name, of: use.target), at: use.location)]
  }

  /// Returns the routes of a URL, which may be several if a part of it is known only at run time.
  private mutating func routes(
    usedBy use: ModuleGraph.Use, among routes: GraphRoutes
  ) -> [Node.ID] {
    let found = routes.routes(of: use.name)
    guard found.isEmpty else { return found }
    if use.hasUnknownPart {
      let left = routeStepsLeft
      let seen = routes.routes(seenBy: Self.pattern(of: use.name), steps: &routeStepsLeft)
      steps += left - routeStepsLeft
      return seen ?? []
    }
    guard use.isExpected(in: routes.schemes) else { return [] }
    return [mention(.route, use.addressWithoutQuery, at: use.location, as: .missing)]
  }

  /// Returns the pattern of a URL whose parts `{}` are unknown: `kl://Feed/{part1}`.
  private static func pattern(of url: String) -> String {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "{}", omittingEmptySubsequences: false).enumerated()
      .reduce(into: "") { pattern, part in
        pattern += part.offset == 0 ? "" : "{part\(part.offset)}"
        pattern += part.element
      }
  }
}

/// A lookup of the declarations that code names, by everything that code contains about them.
private struct UsedDeclarations {
  typealias Node = ModuleGraph.Node

  let contracts: DeclaredContracts
  private let ids: Set<Node.ID>
  private var byLocation: [Key: Node.ID] = [:]
  private let taskNames: TaskNames
  /// The routes `Class/function` by the names of the functions.
  private var functions: [Substring: [Node.ID]] = [:]

  private struct Key: Hashable {
    let kind: Node.Kind
    let fileID: String
    let line: Int
  }

  init(nodes: [Node], tasks: [DraftTask], contracts: [DeclaredContracts.Contract]) {
    self.contracts = DeclaredContracts(contracts)
    taskNames = TaskNames(tasks)
    let declared = nodes.filter { $0.certainty.isOwned }
    ids = Set(declared.map(\.id))
    for node in declared {
      if node.kind == .route, let function = node.nameOfFunction {
        functions[function, default: []].append(node.id)
      }
      for location in node.locations {
        let key = Key(kind: node.kind, fileID: location.fileID, line: location.line)
        if byLocation[key] == nil { byLocation[key] = node.id }
      }
    }
  }

  /// Returns the routes to the functions with one name in all routing classes.
  func functions(notifiedBy use: ModuleGraph.Use) -> [Node.ID] {
    let name = use.addressWithoutQuery
    return functions[name.firstRange(of: "://").map { name[$0.upperBound...] } ?? name[...]] ?? []
  }

  /// Returns the node that a use names, by the source location of its declaration, by its name, or
  /// by its type.
  func node(usedBy use: ModuleGraph.Use) -> Node.ID? {
    if let place = use.declaration,
      let id = byLocation[Key(kind: use.target, fileID: place.fileID, line: place.line)]
    {
      return id
    }
    // A constant is identified by its property, whose name may equal the string of another one.
    if use.target == .relay, use.declaration != nil { return nil }
    let id = Node.id(use.target, use.name)
    if ids.contains(id) { return id }
    guard use.target == .task else { return nil }
    let user = DraftTask(
      id: "", name: "", module: use.module,
      location: use.location ?? CodeLocation(fileID: use.module, line: 0))
    let found = Node.id(.task, taskNames.find(.type(use.name), for: user).name)
    return ids.contains(found) ? found : nil
  }
}

extension ModuleGraph.Node {
  /// The function of a route `Class/function`, or `nil` for a route with its own path.
  fileprivate var nameOfFunction: Substring? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && !name.contains("{") ? parts[1] : nil
  }
}

extension ModuleGraph.Use {
  /// The URL without its query and fragment.
  var addressWithoutQuery: String { String(name.prefix { $0 != "?" && $0 != "#" }) }

  /// Returns whether the program must have a route for the URL, because it is complete and has a
  /// scheme of the program.
  func isExpected(in schemes: Set<String>) -> Bool {
    guard !hasUnknownPart, !isSeen, kind != .names, let colon = name.firstRange(of: "://")
    else { return false }
    return schemes.contains(name[..<colon.lowerBound].lowercased())
  }
}

/// The contracts of a graph by their source locations, because code names them by their functions.
struct DeclaredContracts {
  typealias Node = ModuleGraph.Node

  /// A function with `@KhalaCall`.
  struct Contract {
    let id: Node.ID
    let url: String
    let location: CodeLocation
    /// The base name of the function, or `nil` if the record does not contain it.
    let function: String?
  }

  /// The maximum number of lines between the attribute, which is the source location of a contract,
  /// and the name of its function.
  private static let longestHeader = 16

  /// The contracts of each file, sorted by line.
  private let byFile: [String: [Contract]]
  private let byURL: [String: [Node.ID]]

  /// Sorts contracts.
  init(_ contracts: [Contract]) {
    byFile = Dictionary(grouping: contracts, by: \.location.fileID)
      .mapValues { $0.sorted { $0.location < $1.location } }
    byURL = Dictionary(grouping: contracts, by: \.url).mapValues { $0.map(\.id) }
  }

  /// Returns the contracts that a use names, by the source location of the function, or otherwise
  /// by the URL.
  ///
  /// - Complexity: O(log *n*) in the contracts of the file.
  func contracts(usedBy use: ModuleGraph.Use) -> [Node.ID] {
    guard let place = use.declaration else { return byURL[use.name] ?? [] }
    let contracts = byFile[place.fileID] ?? []
    var low = 0
    var high = contracts.count
    while low < high {
      let middle = (low + high) / 2
      if contracts[middle].location.line <= place.line { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return [] }
    let contract = contracts[low - 1]
    guard place.line - contract.location.line <= Self.longestHeader else { return [] }
    let baseName = use.name.prefix { $0 != "(" }
    let isSame = contract.function.map { $0 == baseName } ?? true
    return isSame || use.name == contract.url ? [contract.id] : []
  }
}
