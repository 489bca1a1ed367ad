import TaskPlanning
import Testing

@Suite struct ExportTests {
  private static let plan = TaskPlan.make(tasks: [
    task("A \"quoted\" \\ <b>\n#1", 0, lane: .main),
    task("B", 1, requires: ["A \"quoted\" \\ <b>\n#1"]),
    task("C", 3, requires: ["Gone"], follows: ["B"]),
    task("D", 7, follows: ["E"]),
    task("E", 7, requires: ["D"]),
  ])

  @Test func `Graphviz gets names, order, lanes and problems`() {
    let text = Self.plan.dot()
    #expect(
      text.hasPrefix(
        #"""
        digraph tasks {
          rankdir=LR;
          node [shape=box, style=rounded];
          t0 [label="A \"quoted\" \\ <b>\n#1\n1. critical main", tooltip="App/A \"quoted\" \\ <b>\n#1.swift:1", penwidth=3];
          t1 [label="B\n2. high", tooltip="App/B.swift:1"];
          t2 [label="C\nleft out low", tooltip="'C' (App/C.swift:1) is omitted: task
        """#))
    #expect(text.contains("t0 -> t1;") && text.contains("t1 -> t2 [style=dashed, color=red];"))
    #expect(text.contains("t3 -> t4;") && text.contains("t4 -> t3 [style=dashed, color=red];"))
    #expect(text.contains(#"m0 [label="Gone", shape=octagon"#) && text.contains("m0 -> t2 ["))
    #expect(text.hasSuffix("}\n"))
  }

  @Test func `Mermaid gets the same`() {
    #expect(
      Self.plan.mermaid() == """
        flowchart LR
          classDef main stroke-width:3px
          classDef out stroke:#d00,stroke-dasharray:4
          t0["A #34;quoted#34; #92; #60;b#62;<br/>#35;1<br/>1. critical main"]
          class t0 main
          t1["B<br/>2. high"]
          t2["C<br/>left out low"]
          class t2 out
          t3["D<br/>3. priority 7"]
          t4["E<br/>4. priority 7"]
          t0 --> t1
          t1 -.-x t2
          t3 --> t4
          t4 -.-x t3
          m0["Gone"]
          class m0 out
          m0 --x t2

        """)
  }

  @Test func `The text has the same in lines`() {
    let lines = Self.plan.listing().split(separator: "\n").map(String.init)
    #expect(lines[1] == "2. B (high) requires A \"quoted\" \\ <b> #1 at App/B.swift:1")
    #expect(lines[2] == "3. D (priority 7) follows E at App/D.swift:1")
    #expect(lines[4] == "left out:")
    #expect(lines[5] == "- C (low) requires Gone follows B at App/C.swift:1")
    #expect(lines[6] == "problems:" && lines[7].hasPrefix("- error: task 'C'"))
    #expect(lines[8].hasPrefix("- notice: tasks wait for each other in a cycle: D → E → D"))
    #expect(lines.count == 9)
    #expect(TaskPlan.make(tasks: []).listing().isEmpty)
  }
}
