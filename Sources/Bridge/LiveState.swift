import Foundation
import ModuleGraph
import ToolkitTrace

/// The current state of everything in a graph.
struct LiveState {
  private(set) var live: ModuleGraph.Live
  private let graph: ModuleGraph

  /// Reads the state from the products.
  ///
  /// - Parameters:
  ///   - graph: The graph whose nodes get their states.
  ///   - snapshot: The recording of the trace, if the state contains it.
  init(of graph: ModuleGraph, trace snapshot: TraceSnapshot?) {
    self.graph = graph
    live = ModuleGraph.Live(
      process:
        "\(ProcessInfo.processInfo.processName) (\(ProcessInfo.processInfo.processIdentifier))",
      microsecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000_000),
      trace: snapshot.flatMap { $0.spans.isEmpty ? nil : ModuleGraph.Live.Trace($0) },
      runs: TaskManager.shared.report.runs.map(ModuleGraph.Live.Run.init))
    live.isTracing = Trace.isOn
    addEvents()
    addTasks()
    addRelays()
    addWires()
  }

  private mutating func addEvents() {
    for node in graph.nodes(of: .event) where Rhea.hasFired(RheaEvent(rawValue: node.name)) {
      live.nodes[node.id] = ModuleGraph.Live.State("has happened")
    }
  }

  private mutating func addTasks() {
    for task in TaskManager.shared.list {
      var attributes: [ModuleGraph.Attribute] = []
      if let outcome = task.latestOutcome {
        attributes.append(.init("lastOutcome", .text("\(outcome)")))
      }
      if let next = task.nextFireTime {
        attributes.append(.init("nextFire", .text(next.formatted(.iso8601))))
      }
      let text = task.isPaused ? "paused" : task.latestOutcome.map { "\($0)" } ?? "has not run"
      live.nodes[ModuleGraph.Node.id(.task, task.name)] = ModuleGraph.Live.State(
        text, attributes: attributes, isFailing: task.latestOutcome?.isFailure ?? false)
    }
  }

  private mutating func addRelays() {
    let observers = Dictionary(grouping: SharedRelays.observers, by: \.key)
    let made = Set(SharedRelays.keys)
    for node in graph.nodes(of: .relay) {
      let own = observers[node.name] ?? []
      live.nodes[node.id] = ModuleGraph.Live.State(
        made.contains(node.name) ? "made" : "not created yet",
        attributes: [.init("observers", .integer(own.count))],
        isFailing: own.contains { $0.state == .rejected })
    }
  }

  private mutating func addWires() {
    let wires = Dictionary(grouping: Bridge.wires, by: \.location)
    for node in graph.nodes(of: .wire) {
      let own = node.locations.flatMap { location in
        wires[location.withoutColumn] ?? []
      }.filter { $0.name == node.name || $0.joint != nil }
      guard !own.isEmpty else { continue }
      let count = own.reduce(0) { $0 + $1.deliveryCount }
      var attributes: [ModuleGraph.Attribute] = [.init("deliveries", .integer(count))]
      let error = own.lazy.compactMap(\.latestError).first
      if let error { attributes.append(.init("lastError", .text(error.message))) }
      let isConnected = own.allSatisfy(\.isConnected)
      live.nodes[node.id] = ModuleGraph.Live.State(
        isConnected ? "carried \(count)" : "not connected", attributes: attributes,
        isFailing: !isConnected || error != nil)
    }
  }
}
