import BinaryInspection
import ModuleGraph
import Testing

/// The words for the ways in which modules reach into each other.
@Suite struct ReachKindTests {
  private static let edges: [ModuleGraph.Edge.Kind] = [
    .listens, .runs, .calls, .provides, .observes, .dependsOn, .after, .wireFrom, .wireTo,
    .enqueues,
  ]

  @Test func `Every kind of edge has exactly one word`() {
    #expect(
      Set(ReachKind.known.flatMap(\.edges)) == Set(Self.edges.map(\.rawValue)))
    #expect(ReachKind.sharing == ModuleGraph.Edge.Kind.shares.rawValue)
  }

  @Test func `Every word is read back equal`() {
    for kind in ReachKind.known { #expect(ReachKind(word: kind.word) == kind) }
    #expect(ReachKind(word: "nothing of it") == nil)
  }

  @Test(arguments: [("event", true), ("relay", false), ("notification", false), ("shared", true)])
  func `A shared node has the word of its kind`(word: String, covers: Bool) {
    #expect(ReachKind(word: word)?.covers(edge: "shares", node: "event") == covers)
  }

  @Test(arguments: [("event", true), ("relay", false), ("shared", true), ("call", false)])
  func `Code that triggers an event is covered as sharing it`(word: String, covers: Bool) {
    let kind = ReachKind(word: word)
    #expect(kind?.covers(edge: "triggers", node: "event", isDependency: false) == covers)
    #expect(kind?.covers(edge: "triggers", node: "event", isDependency: true) == false)
  }

  @Test func `A quoted kind of edge is taken literally`() {
    let kind = ReachKind(edge: "guards")
    #expect(kind.covers(edge: "guards", node: "flag"))
    #expect(!kind.covers(edge: "shares", node: "event"))
    #expect(ReachKind(edge: "shares").covers(edge: "shares", node: "event"))
  }
}
