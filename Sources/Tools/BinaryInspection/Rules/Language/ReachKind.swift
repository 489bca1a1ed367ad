/// A way in which one module reaches into another, as a word after `via`.
package struct ReachKind: Sendable, Hashable {
  /// The word of a file, or the kind of an edge that had quotes.
  package let word: String

  /// The kinds of edges in a graph that it stands for.
  package let edges: [String]

  /// The kinds of nodes that modules share, if it covers that; `*` for all.
  ///
  /// It covers code, too, that triggers an event of the kind or sets a relay.
  package let shared: [String]

  /// A Boolean value that indicates whether the word is a kind of edge itself, which
  /// stands in quotes.
  package let isQuoted: Bool

  private init(_ word: String, _ edges: [String], shared: [String] = [], isQuoted: Bool = false) {
    self.word = word
    self.edges = edges
    self.shared = shared
    self.isQuoted = isQuoted
  }

  /// A kind of edge that has no word: `"guards"`.
  package init(edge: String) {
    self.init(edge, [edge], shared: edge == Self.sharing ? ["*"] : [], isQuoted: true)
  }

  /// The kind of edge between modules that only name the same thing.
  package static let sharing = "shares"

  /// The words, in the order in which they are written.
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

  /// A Boolean value that indicates whether it is, in part at least, about what modules
  /// share, so that neither depends on the other.
  package var isShared: Bool { !shared.isEmpty }

  /// Returns whether it covers an edge of this kind.
  ///
  /// - Parameters:
  ///   - edge: The kind of the edge.
  ///   - node: The kind of the node by which it joins two modules.
  ///   - isDependency: Whether one module depends on the other by it; if left out, it does
  ///     unless they share the node.
  /// - Returns: Whether it does.
  package func covers(edge: String, node: String, isDependency: Bool? = nil) -> Bool {
    if isDependency ?? (edge != Self.sharing) { return edges.contains(edge) }
    return shared.contains("*") || shared.contains(node) || (isQuoted && word == edge)
  }
}

extension ReachKind {
  /// Other words that people use for the kinds.
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

  /// Finds the way that people call so.
  package init?(word: String) {
    let name = Self.otherWords[word] ?? word
    guard let kind = Self.known.first(where: { $0.word == name }) else { return nil }
    self = kind
  }

  /// All words that can be written, to suggest the one that was meant.
  static var spellings: [String] { known.map(\.word) + otherWords.keys }
}

extension ReachKind: CustomStringConvertible {
  /// The way as a file has it.
  package var description: String { isQuoted ? RuleText.quoted(word) : word }
}
