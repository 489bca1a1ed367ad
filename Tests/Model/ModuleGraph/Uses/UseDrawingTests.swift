import ModuleGraph
import Testing

/// Uses in drawings.
@Suite struct UseDrawingTests {
  private static let call = UsedApp.use(.calls, .route, "kl://Store/delete")
  private static let trigger = UsedApp.use(.triggers, .event, "containerDidLand", in: "Cargo")
  private static let seen = UsedApp.use(
    .runs, .task, "Sync", in: "Web", origin: .trace, count: 12)

  /// The label and the style of the arrows of a drawing, without names of nodes.
  private static func arrows(_ text: String, of mark: String) -> [String] {
    text.split(separator: "\n").filter { $0.contains(mark) }.map(String.init)
  }

  @Test func `Modules have arrows: plain for calls, dashed for triggers, dotted for traces`() {
    let graph = UsedApp.graph(Self.call, Self.trigger, Self.seen)
    let dot = graph.dot(.modules)
    #expect(Self.arrows(dot, of: "route:Store/delete").contains { $0.hasSuffix(#"delete"];"#) })
    #expect(
      Self.arrows(dot, of: "event:containerDidLand").contains {
        $0.hasSuffix(#"[label="event:containerDidLand", style=dashed];"#)
      })
    #expect(
      Self.arrows(dot, of: "seen").map { $0.drop { $0 != "[" } }
        == [#"[label="task:Sync (seen 12×)", style=dotted];"#])
    let mermaid = graph.mermaid(.modules)
    #expect(Self.arrows(mermaid, of: "task:Sync (seen 12×)").allSatisfy { $0.contains("-.->") })
    #expect(
      Self.arrows(mermaid, of: "event:containerDidLand").contains { $0.contains("-.->") })
  }

  @Test func `Nodes have arrows from the code of modules`() {
    let graph = UsedApp.graph(Self.call, Self.trigger, Self.seen)
    let dot = graph.dot(.nodes)
    #expect(dot.contains(#"u0 [label="Cargo\ncode", shape=note];"#))
    #expect(
      Self.arrows(dot, of: "  u2 -> n").map { $0.drop { $0 != "[" } }
        == [#"[label="runs (seen 12×)", style=dotted];"#])
    let mermaid = graph.mermaid(.nodes)
    #expect(mermaid.contains(#"u1[/"Search<br/>code"/]"#))
    #expect(Self.arrows(mermaid, of: "  u1 -->|").count == 1)
    #expect(Self.arrows(mermaid, of: "  u2 -.->|").count == 1)
  }

  @Test func `A graph without uses has no code in its drawing`() {
    #expect(!ModuleGraph(records: UsedApp.records).dot(.nodes).contains("code"))
    #expect(!ModuleGraph(records: UsedApp.records).mermaid(.nodes).contains("code"))
  }
}
