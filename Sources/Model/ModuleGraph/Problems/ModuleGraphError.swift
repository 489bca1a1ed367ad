/// An error of a graph that could not be decoded.
public struct ModuleGraphError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// The string is not JSON, or lacks parts of a graph.
    public static let unreadable = Code(description: "unreadable")
    /// The version of the graph is unknown.
    public static let unknownVersion = Code(description: "unknownVersion")
    /// An edge or a use names an unknown node.
    public static let unknownNode = Code(description: "unknownNode")
    /// Two nodes have the same id.
    public static let repeatedNode = Code(description: "repeatedNode")
  }

  public let code: Code

  /// A sentence with the problem, its position and the fix.
  public let message: String

  public var description: String { message }
}

extension ModuleGraphError {
  static func unknownVersion(_ version: Int) -> ModuleGraphError {
    ModuleGraphError(
      code: .unknownVersion,
      message: """
        the graph has 'formatVersion' \(version), but this release of ModularityKit reads \
        \(ModuleGraph.jsonFormatVersion). Read it with the release that wrote it, or write it again.
        """)
  }

  static func unknownNode(
    _ id: ModuleGraph.Node.ID, of edge: ModuleGraph.Edge
  ) -> ModuleGraphError {
    ModuleGraphError(
      code: .unknownNode,
      message: """
        the edge from '\(edge.from)' to '\(edge.to)' (\(edge.kind)) names '\(id)', but no node has \
        this id. Add the node, or remove the edge.
        """)
  }

  static func unknownNode(
    _ id: ModuleGraph.Node.ID, of use: ModuleGraph.Use
  ) -> ModuleGraphError {
    ModuleGraphError(
      code: .unknownNode,
      message: """
        the use of \(use.target) '\(use.name)' in \(use.location?.description ?? use.module) names \
        '\(id)', but no node has this id. Add the node, or remove the use.
        """)
  }

  static func repeatedNode(_ id: ModuleGraph.Node.ID) -> ModuleGraphError {
    ModuleGraphError(
      code: .repeatedNode,
      message: "two nodes have the id '\(id)', which must be unique. Rename one of them.")
  }

  /// Converts the error of a decoder.
  static func unreadable(_ error: any Error) -> ModuleGraphError {
    func path(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.reduce(into: "") { path, key in
        if let index = key.intValue {
          path += "[\(index)]"
        } else {
          path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
        }
      }
      return path.isEmpty ? "its top level" : "'\(path)'"
    }
    let reason =
      switch error {
      case DecodingError.keyNotFound(let key, let context):
        "at \(path(context)) it has no '\(key.stringValue)'"
      case DecodingError.typeMismatch(let type, let context):
        "at \(path(context)) it must have the type \(type)"
      case DecodingError.valueNotFound(let type, let context):
        "at \(path(context)) it is null instead of the type \(type)"
      case DecodingError.dataCorrupted(let context):
        "at \(path(context)): \(context.debugDescription)"
      default: "\(error)"
      }
    return ModuleGraphError(
      code: .unreadable,
      message: """
        the string is not a graph of modules: \(reason). Pass the output of 'ModuleGraph.json()'.
        """)
  }
}
