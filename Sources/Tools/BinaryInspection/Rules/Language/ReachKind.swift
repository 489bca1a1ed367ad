/// A way in which one module reaches into another, which rules name after `via`.
package struct ReachKind: Sendable, Hashable {
  /// The word in the file, or the kind of edge that the file has in quotes.
  package let word: String

  /// The kinds of edges in a graph that the way covers.
  package let edges: [String]

  /// The kinds of shared nodes that the way covers, with `*` for all kinds.
  ///
  /// Code that triggers an event or sets a relay shares the node as well.
  package let shared: [String]

  /// A Boolean value that indicates whether the word is a kind of edge in quotes.
  package let isQuoted: Bool

  private init(_ word: String, _ edges: [String], shared: [String] = [], isQuoted: Bool = false) {
    self.word = word
    self.edges = edges
    self.shared = shared
    self.isQuoted = isQuoted
  }

  /// Creates a way from a kind of edge in quotes, such as `"guards"`.
  package init(edge: String) {
    self.init(edge, [edge], shared: edge == Self.sharing ? ["*"] : [], isQuoted: true)
  }

  /// The kind of edge between modules that only share a name.
  package static let sharing = "shares"

  /// The ways with a word, in the order of their documentation.
  package static let known: [ReachKind] = [
    ReachKind("call", ["calls"]),
    ReachKind("wire", ["wireFrom", "wireTo"]),
    ReachKind("task", ["dependsOn", "after", "runs"]),
    ReachKind("job", ["enqueues"]),
    ReachKind("depends", ["dependsOn"]),
    ReachKind("after", ["after"]),
    ReachKind("runs", ["runs"]),
    ReachKind("provides", ["provides"]),
    ReachKind("event", ["listens"], shared: ["event"]),
    ReachKind("relay", ["observes"], shared: ["relay"]),
    ReachKind("notification", [], shared: ["notification"]),
    ReachKind("shared", [], shared: ["*"]),
  ]

  /// A Boolean value that indicates whether the way covers shared nodes.
  ///
  /// Modules that share a node do not depend on each other.
  package var isShared: Bool { !shared.isEmpty }

  /// Returns whether the way covers a kind of edge.
  ///
  /// - Parameters:
  ///   - edge: The kind of the edge.
  ///   - node: The kind of the node that connects the modules.
  ///   - isDependency: A Boolean value that indicates whether one module depends on the other
  ///     because of the edge. If it is `nil`, every kind except ``sharing`` is a dependency.
  /// - Returns: `true` if the way covers the edge.
  package func covers(edge: String, node: String, isDependency: Bool? = nil) -> Bool {
    if isDependency ?? (edge != Self.sharing) { return edges.contains(edge) }
    return shared.contains("*") || shared.contains(node) || (isQuoted && word == edge)
  }
}

extension ReachKind {
  /// Other words that people write, with the words that they mean.
  private static let otherWords = [
    "calls": "call", "contract": "call", "contracts": "call", "route": "call", "routes": "call",
    "wires": "wire", "tasks": "task", "dependsOn": "depends", "depends on": "depends",
    "requires": "depends", "follows": "after", "run": "runs", "provide": "provides",
    "events": "event", "listens": "event", "callback": "event", "callbacks": "event",
    "relays": "relay", "observes": "relay", "observer": "relay", "observers": "relay",
    "jobs": "job", "enqueues": "job", "notifications": "notification", "shares": "shared",
    "sharing": "shared",
    "shared name": "shared", "shared names": "shared",
  ]

  /// Returns the way with a word or one of its other words, or `nil` if the word is unknown.
  package init?(word: String) {
    let name = Self.otherWords[word] ?? word
    guard let kind = Self.known.first(where: { $0.word == name }) else { return nil }
    self = kind
  }

  /// All accepted words, as candidates for suggestions.
  static var spellings: [String] { known.map(\.word) + otherWords.keys }
}

extension ReachKind: CustomStringConvertible {
  /// The way as it is written in a file.
  package var description: String { isQuoted ? RuleText.quoted(word) : word }
}
