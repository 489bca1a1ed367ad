import ModularityTestSupport
import ModuleGraph

/// Graphs for tests of rules, drawn in a few words.
extension ModuleGraph {
  /// Draws modules, each with a task of its name, and what leads from one to another.
  ///
  /// A line is `Cart depends Account`, `Cart wire Feed`, `Cart shares Feed`, or a module alone. The code
  /// of a module may run the task of another, `Cart runs Feed`, or trigger an event to which it
  /// listens, `Cart triggers Feed`.
  static func sketch(_ lines: String...) -> ModuleGraph { sketch(lines) }

  static func sketch(_ lines: [String]) -> ModuleGraph {
    var builder = Builder()
    var known: Set<String> = []
    func task(_ module: String) -> Node.ID {
      if known.insert(module).inserted {
        builder.add(
          node: Node(
            kind: .task, name: "\(module)Task", module: module,
            locations: [CodeLocation(fileID: "\(module)/Tasks.swift", line: 4)]))
      }
      return Node.id(.task, "\(module)Task")
    }
    for (number, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      let from = task(words[0])
      guard words.count == 3 else { continue }
      let to = task(words[2])
      switch words[1] {
      case "depends": builder.add(edge: Edge(from: from, to: to, kind: .dependsOn))
      case "after": builder.add(edge: Edge(from: from, to: to, kind: .after))
      case "call": builder.add(edge: Edge(from: from, to: to, kind: .calls))
      case "wire":
        let wire = Node(
          kind: .wire, name: "\(words[0]) \(words[2])", module: words[0],
          locations: [CodeLocation(fileID: "\(words[0])/Wires.swift", line: number + 1)])
        builder.add(node: wire)
        builder.add(edge: Edge(from: wire.id, to: to, kind: .wireTo))
      case "runs":
        builder.add(use: use(.runs, .task, "\(words[2])Task", in: words[0]))
      case "triggers":
        let event = Node(kind: .event, name: "heardIn\(words[2])", certainty: .mentioned)
        builder.add(node: event)
        let callback = Node(
          id: "callback:\(event.name)", kind: .callback, name: event.name, module: words[2],
          locations: [CodeLocation(fileID: "\(words[2])/Callbacks.swift", line: 12)])
        builder.add(node: callback)
        builder.add(edge: Edge(from: callback.id, to: event.id, kind: .listens))
        builder.add(use: use(.triggers, .event, event.name, in: words[0]))
      default:
        // Both name one event, which belongs to no module.
        let names = [words[0], words[2]].sorted()
        let event = Node(
          kind: .event, name: "of\(names.joined(separator: "And"))", certainty: .mentioned)
        builder.add(node: event)
        for module in names {
          let callback = Node(
            id: "callback:\(module)\(event.name)", kind: .callback, name: event.name,
            module: module, locations: [CodeLocation(fileID: "\(module)/Callbacks.swift", line: 9)])
          builder.add(node: callback)
          builder.add(edge: Edge(from: callback.id, to: event.id, kind: .listens))
        }
      }
    }
    return builder.graph()
  }

  private static func use(
    _ kind: Edge.Kind, _ target: Node.Kind, _ name: String, in module: String
  ) -> Use {
    Use(
      kind, target, name, module: module,
      location: CodeLocation(fileID: "\(module)/Code.swift", line: 20), origin: .code)
  }

  /// Draws something at random, the same for the same numbers.
  static func random(
    _ generator: inout SeededGenerator, modules: ClosedRange<Int> = 1...7, names: [String] = []
  ) -> ModuleGraph {
    let names = names.isEmpty ? ["A", "B", "Cart", "Card", "Feed", "SearchKit", "Search"] : names
    let used = Array(
      names.shuffled(using: &generator).prefix(Int.random(in: modules, using: &generator)))
    var lines = used
    for _ in 0..<Int.random(in: 0...20, using: &generator) {
      guard let one = used.randomElement(using: &generator),
        let other = used.randomElement(using: &generator), one != other,
        let way = ["depends", "after", "call", "wire", "shares", "runs", "triggers"]
          .randomElement(using: &generator)
      else { continue }
      lines.append("\(one) \(way) \(other)")
    }
    return sketch(lines)
  }
}
