extension ModuleGraph {
  /// Returns the uses of a node, sorted by module and source location.
  ///
  /// - Complexity: Linear in the returned uses.
  public func uses(of id: Node.ID) -> [ResolvedUse] {
    index.uses(of: id).map { uses[$0] }
  }

  /// Returns the uses in the code of a module.
  ///
  /// - Complexity: O(*n*) in the uses.
  public func uses(inModule module: String) -> [ResolvedUse] {
    uses.filter { $0.use.module == module }
  }
}

extension ModuleGraph.Use: Comparable {
  /// Orders uses by module, source location, verb and name.
  public static func < (left: Self, right: Self) -> Bool {
    if left.module != right.module { return left.module < right.module }
    if left.location != right.location {
      guard let one = left.location, let other = right.location else { return left.location == nil }
      return one < other
    }
    let (one, other) = (left.texts, right.texts)
    return one == other
      ? (left.count ?? 0) < (right.count ?? 0) : one.lexicographicallyPrecedes(other)
  }

  /// The strings that distinguish uses at one location.
  private var texts: [String] {
    [
      kind.rawValue, target.rawValue, name, origin.rawValue, declaration?.description ?? "",
      "\(declaration?.column ?? 0)",
    ]
  }
}

extension ModuleGraph.Use {
  /// The use as a part of a sentence: `code calls route kl://Store/delete`.
  package var sentence: String { "code \(kind.words) \(target) \(name)" }

  /// The origin as the end of a sentence: `, seen 12 times`.
  ///
  /// It is empty for code.
  package var originWords: String { origin.words(count: count) }

  /// A Boolean value that indicates whether a part of the name is known only at run time.
  package var hasUnknownPart: Bool { name.contains("{}") }

  /// A Boolean value that indicates whether a trace contains the use, which has therefore worked.
  package var isSeen: Bool { origin == .trace }
}

extension ModuleGraph.Use.Origin {
  /// The origin as the end of a sentence about a use.
  func words(count: Int?) -> String {
    switch self {
    case .code: ""
    case .record: ", as '#uses' says"
    case .trace: ", seen" + (count.map { " \($0) time\($0 == 1 ? "" : "s")" } ?? "")
    default: ", as \(rawValue) has it"
    }
  }
}

extension ModuleGraph {
  /// A use in code, with its nodes.
  public struct ResolvedUse: Sendable, Hashable {
    public let use: Use

    /// The ids of the used nodes.
    ///
    /// The array is empty if the graph has none of them.
    ///
    /// For a contract, it contains the contract, followed by the routes that it calls.
    public let nodes: [Node.ID]

    /// Connects a use to nodes.
    public init(_ use: Use, nodes: [Node.ID]) {
      self.use = use
      self.nodes = nodes
    }
  }
}

extension ModuleGraph.ResolvedUse: Codable {
  private enum CodingKeys: String, CodingKey {
    case nodes
  }

  public init(from decoder: any Decoder) throws {
    use = try ModuleGraph.Use(from: decoder)
    nodes = try decoder.container(keyedBy: CodingKeys.self).decode(
      [ModuleGraph.Node.ID].self, forKey: .nodes)
  }

  public func encode(to encoder: any Encoder) throws {
    try use.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nodes, forKey: .nodes)
  }
}
