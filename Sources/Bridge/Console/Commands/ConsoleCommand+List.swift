import Foundation
import SectionRegistry

extension ConsoleCommand {
  /// What there is in the process at this moment.
  static let list = ConsoleCommand(
    "list", "What there is at this moment: events, routes, tasks, relays, schedules and wires.",
    parameters: ["kind"]
  ) { arguments, _ in
    let kinds = ConsoleListing.all.keys.sorted()
    guard arguments.values["kind"] != nil else {
      return .object(ConsoleListing.all.mapValues { .array($0()) })
    }
    let kind = try arguments.choice("kind", of: kinds)
    return [kind: .array(ConsoleListing.all[kind]?() ?? [])]
  }

  /// What the modules declare, as data.
  static let graph = ConsoleCommand(
    "graph", "All declarations of all modules, as data.", parameters: ["module"]
  ) { arguments, _ in
    let module = try arguments.optionalText("module")
    let records = SectionRegistry.records
    let modules = Set(records.map(\.module))
    if let module, !modules.contains(module) {
      throw BridgeConsoleError.unknown("module", module, among: modules.sorted(), code: .notFound)
    }
    return [
      "modules": .array(
        modules.sorted().filter { module == nil || $0 == module }.map { name in
          [
            "name": .string(name),
            "records": .array(
              records.filter { $0.module == name }.map(ConsoleListing.describe(record:))),
          ]
        })
    ]
  }
}

/// What a process has, read from where it is alive.
enum ConsoleListing {
  /// What there is of each kind.
  static let all: [String: @Sendable () -> [ConsoleValue]] = [
    "events": events, "routes": routes, "tasks": tasks, "relays": relays,
    "schedules": schedules, "wires": wires,
  ]

  /// The names of the events that any module listens to.
  static var eventNames: [String] {
    Set(Rhea.declaredCallbacks.map(\.event.rawValue)).sorted()
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
              "state": .string(callback.state.name), "module": .string(callback.module),
              "place": .string("\(callback.fileID):\(callback.line)"),
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
        "place": route.place.map { .string("\($0)") } ?? .null,
      ]
    }
  }

  @Sendable private static func tasks() -> [ConsoleValue] {
    TaskManager.shared.list.map(describe(task:))
  }

  /// The tasks that are due at some moment.
  @Sendable private static func schedules() -> [ConsoleValue] {
    TaskManager.shared.list.filter { $0.nextFire != nil }.map(describe(task:))
  }

  private static func describe(task: TaskDescription) -> ConsoleValue {
    [
      "name": .string(task.name), "occasion": .string(task.occasion),
      "priority": .string("\(task.priority)"),
      "dependsOn": .array(task.dependencies.map { .string($0) }),
      "after": .array(task.after.map { .string($0) }), "isPaused": .bool(task.isPaused),
      "latestOutcome": task.latestOutcome.map { .string("\($0)") } ?? .null,
      "next": task.nextFire.map { .string($0.formatted(.iso8601)) } ?? .null,
      "place": .string(task.place),
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
              "place": .string("\(observer.fileID):\(observer.line)"),
            ]
          }),
      ]
    }
  }

  @Sendable private static func wires() -> [ConsoleValue] {
    SectionRegistry.records(of: "wire").map(describe(record:))
  }

  /// A declaration as it is in the binary.
  static func describe(record: Record) -> ConsoleValue {
    let detail = try? ConsoleCoding.value(ConsoleValue.self, from: record.detail.utf8)
    return [
      "kind": .string("\(record.kind)"), "key": .string(record.key),
      "priority": .integer(record.priority), "module": .string(record.module),
      "place": .string("\(record.fileID):\(record.line)"), "detail": detail ?? .null,
    ]
  }
}
