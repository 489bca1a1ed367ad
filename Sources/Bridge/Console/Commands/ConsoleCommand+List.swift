import Foundation
import SectionRegistry

extension ConsoleCommand {
  /// Lists the parts of the process.
  static let list = ConsoleCommand(
    "list", "Lists the current events, routes, tasks, relays, schedules and wires.",
    parameters: ["kind"], effect: .readsAndShares
  ) { arguments, _ in
    let kinds = ConsoleListing.all.keys.sorted()
    guard arguments.values["kind"] != nil else {
      return .object(ConsoleListing.all.mapValues { .array($0()) })
    }
    let kind = try arguments.choice("kind", of: kinds)
    return [kind: .array(ConsoleListing.all[kind]?() ?? [])]
  }

  /// Returns the graph of the app as data.
  static let graph = ConsoleCommand(
    "graph",
    "Returns the graph of all declarations with their current state, or only of one module.",
    parameters: ["module"], effect: .readsAndShares
  ) { arguments, _ in
    guard let module = try arguments.optionalText("module") else {
      return try ConsoleCoding.value(
        ConsoleValue.self, from: await Bridge.graph(includingStore: true).json().utf8)
    }
    let graph = Bridge.graph
    guard graph.module(module) != nil else {
      throw BridgeConsoleError.unknown(
        "module", module, among: graph.modules.map(\.name), code: .notFound)
    }
    return [
      "module": .string(module),
      "nodes": .array(
        try graph.nodes(ofModule: module).map { node in
          try ConsoleCoding.value(ConsoleValue.self, from: try ConsoleCoding.bytes(of: node))
        }),
    ]
  }
}

/// The lists of the parts of a running process.
enum ConsoleListing {
  /// The list of each kind.
  static let all: [String: @Sendable () -> [ConsoleValue]] = [
    "events": events, "routes": routes, "tasks": tasks, "relays": relays,
    "schedules": schedules, "wires": wires,
  ]

  /// The names of the events with at least one callback.
  static var eventNames: [String] {
    Rhea.events.filter { !Rhea.callbacks(for: $0).isEmpty }.map(\.rawValue)
  }

  @Sendable private static func events() -> [ConsoleValue] {
    eventNames.map { name in
      let event = RheaEvent(rawValue: name)
      return [
        "name": .string(name), "hasFired": .bool(Rhea.hasFired(event)),
        "callbacks": .array(
          Rhea.callbacks(for: event).map { callback in
            [
              "name": .string(callback.name), "priority": .integer(callback.priority.rawValue),
              "state": .string(callback.state.name), "module": .string(callback.location.module),
              "place": .string("\(callback.location)"),
            ]
          }),
      ]
    }
  }

  @Sendable private static func routes() -> [ConsoleValue] {
    Khala.routes.routes.map { route in
      [
        "url": .string(route.url), "kind": .string(route.kind.rawValue),
        "destination": .string(route.destination), "access": .string("\(route.access)"),
        "place": route.location.map { .string("\($0)") } ?? .null,
      ]
    }
  }

  @Sendable private static func tasks() -> [ConsoleValue] {
    TaskManager.shared.list.map(describe(task:))
  }

  /// Returns the tasks with a fire time.
  @Sendable static func schedules() -> [ConsoleValue] {
    TaskManager.shared.list.filter { $0.nextFireTime != nil }.map(describe(task:))
  }

  private static func describe(task: TaskDescription) -> ConsoleValue {
    [
      "name": .string(task.name), "occasion": .string(task.occasion),
      "priority": .string("\(task.priority)"),
      "dependsOn": .array(task.dependencies.map { .string($0) }),
      "after": .array(task.after.map { .string($0) }),
      "traits": .array(task.traits.map { .string($0) }), "isPaused": .bool(task.isPaused),
      "latestOutcome": task.latestOutcome.map { .string("\($0)") } ?? .null,
      "next": task.nextFireTime.map { .string($0.formatted(.iso8601)) } ?? .null,
      "place": .string("\(task.location)"),
    ]
  }

  @Sendable private static func relays() -> [ConsoleValue] {
    let observers = Dictionary(grouping: SharedRelays.observers, by: \.key)
    let made = Set(SharedRelays.keys)
    return made.union(observers.keys).sorted().map { key in
      [
        "key": .string(key), "isMade": .bool(made.contains(key)),
        "observers": .array(
          (observers[key] ?? []).map { observer in
            [
              "name": .string(observer.name), "state": .string(observer.state.name),
              "place": .string("\(observer.location)"),
            ]
          }),
      ]
    }
  }

  @Sendable private static func wires() -> [ConsoleValue] {
    Bridge.wires.map { wire in
      [
        "name": .string(wire.name), "isDeclared": .bool(wire.isDeclared),
        "isConnected": .bool(wire.isConnected), "deliveries": .integer(wire.deliveryCount),
        "latestError": wire.latestError.map { .string($0.message) } ?? .null,
        "place": .string("\(wire.location)"),
      ]
    }
  }
}
