import CommandLineKit
import Foundation
import HarborContracts

// What there is in the process at this moment, a table each.

extension Command {
  /// The routes.
  static let routes = listing("routes", "the routes that can be called") { _ in
    Table(
      ["url", "kind", "destination", "access", "place"],
      Khala.routes.routes.map { route in
        [
          .string(route.url), .string(route.kind.rawValue), .string(route.destination),
          .string("\(route.access)"), .text(route.location.map { "\($0)" }),
        ]
      })
  }

  /// The events, a row for each callback.
  static let events = listing("events", "the events and their listeners") { _ in
    var table = Table(["event", "fired", "callback", "state", "priority", "place"])
    for name in EventList.names {
      let event = RheaEvent(rawValue: name)
      let fired = ConsoleValue.bool(Rhea.hasFired(event))
      for callback in Rhea.callbacks(for: event) {
        table.append([
          .string(name), fired, .string(callback.name), .string(callback.state.name),
          .integer(callback.priority.rawValue), .string("\(callback.location)"),
        ])
      }
    }
    return table
  }

  /// The tasks.
  static let tasks = listing("tasks", "the tasks and how they ended last") { _ in
    Table(
      ["task", "occasion", "priority", "dependsOn", "latestOutcome", "place"],
      TaskManager.shared.list.map { task in
        [
          .string(task.name), .string(task.occasion), .string("\(task.priority)"),
          .texts(task.dependencies), .text(task.latestOutcome.map { "\($0)" }),
          .string("\(task.location)"),
        ]
      })
  }

  /// The relays, made or waited for.
  static let relays = listing("relays", "the relays that modules share, and their observers") {
    _ in
    let observers = Dictionary(grouping: SharedRelays.observers, by: \.key)
    let made = Set(SharedRelays.keys)
    return Table(
      ["key", "made", "observers", "rejected"],
      made.union(observers.keys).sorted().map { key in
        let observers = observers[key] ?? []
        return [
          .string(key), .bool(made.contains(key)), .texts(observers.map(\.name)),
          .integer(observers.count { $0.state == .rejected }),
        ]
      })
  }

  /// The tasks that are due at some moment, the next first.
  static let schedules = listing("schedules", "the tasks that a clock runs, and when") { _ in
    let due = TaskManager.shared.list.filter { $0.nextFireTime != nil }
    return Table(
      ["task", "occasion", "next", "paused", "place"],
      due.sorted { ($0.nextFireTime ?? .distantFuture) < ($1.nextFireTime ?? .distantFuture) }
        .map { task in
          [
            .string(task.name), .string(task.occasion),
            .text(task.nextFireTime.map { $0.formatted(.iso8601) }), .bool(task.isPaused),
            .string("\(task.location)"),
          ]
        })
  }

  /// The wires.
  static let wires = listing("wires", "the wires and their deliveries") { _ in
    Table(
      ["from", "to", "connected", "deliveries", "latestError", "place"],
      Bridge.wires.map { wire in
        [
          .string("\(wire.from)"), .string("\(wire.to)"), .bool(wire.isConnected),
          .integer(wire.deliveryCount), .text(wire.latestError.map { "\($0)" }),
          .string("\(wire.location)"),
        ]
      })
  }

  /// Lists the problems of the graph.
  static let problems = listing("problems", "the problems of all declarations") { _ in
    Table(
      ["severity", "problem", "place", "message"],
      Bridge.graph.problems.map { problem in
        [
          .string(problem.severity.rawValue), .string(problem.code.rawValue),
          .text(problem.locations.first.map { "\($0)" }), .string(problem.message),
        ]
      })
  }

  static func listing(
    _ name: String, _ what: String, _ table: @escaping @Sendable (Invocation) -> Table
  ) -> Command {
    Command(
      CommandSyntax(name: name, summary: "List \(what).", options: [.json])
    ) { invocation in
      invocation.show(table(invocation), none: "no \(name)")
    }
  }
}

/// The events that anything listens to.
enum EventList {
  /// Their names, in alphabetical order.
  static var names: [String] {
    Bridge.graph.nodes(of: .event).map(\.name)
      .filter { !Rhea.callbacks(for: RheaEvent(rawValue: $0)).isEmpty }.sorted()
  }
}
