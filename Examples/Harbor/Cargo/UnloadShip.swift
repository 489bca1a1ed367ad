import HarborContracts

#bridge(on: .shipDidBerth, run: "UnloadShip")

/// Unloads the ships that wait, one container after the other.
///
/// One run at a time: who berths meanwhile is taken from the queue by the run that goes
/// on, and the run that was wanted for it finds nothing to do.
@EventTask(
  on: .demand,
  // Checked when the turn of a run comes, not when the run is requested: the previous run may have
  // emptied the queue.
  .skipped(unless: isShipWaiting, because: "no ship waits for the cranes"))
@MainActor enum UnloadShip {
  static func run(_ context: TaskContext) async throws {
    let queue = SharedRelay.of(.craneQueue, default: [])
    // Here before the wire below sets it: the first value that an observer sees is then a
    // change.
    let unloaded = SharedRelay.of(.unloaded, default: 0)
    while let ship = queue.value.first {
      DayLog.say("\(ship.name) is at the cranes")
      unloaded.set(0)
      for (index, container) in ship.cargo.enumerated() {
        try await unload(container)
        // For watchers of the task: a wire, a terminal, a test.
        context.report(progress: Double(index + 1) / Double(ship.cargo.count))
      }
      // The hatches are closed, and the papers go ashore.
      try await DayClock.shared.wait(minutes: 10, as: "UnloadShip")
      queue.modify { $0.removeAll { $0 == ship } }
      Rhea.trigger(event: .shipWasUnloaded, param: ship)
    }
  }

  private static func unload(_ container: Container) async throws {
    // By the clock of the day: the machine does not wait for any of it.
    try await DayClock.shared.wait(minutes: 30, as: "UnloadShip")
    while Cranes.areStopped { try await DayClock.shared.wait(minutes: 15, as: "UnloadShip") }
    Rhea.trigger(event: .containerDidLand, param: container)
  }
}

// Joins the queue before the task looks at it, as the task is run by a wire of normal
// priority.
#rhea(time: .shipDidBerth, priority: .high, repeatable: true) { ship in
  SharedRelay.of(.craneQueue, default: []).modify { $0.append(ship) }
}

// How far the task is becomes a value that any module may observe, and its end an event.
#bridge(on: .task("UnloadShip", .progress), to: .relay(.unloaded), map: progress)
#bridge(on: .task("UnloadShip", .succeeded), to: .event(.quayDidClear))

/// Returns the progress of a task.
@Sendable private func progress(_ change: TaskChange) -> Double {
  if case .progress(let fraction) = change.state { fraction } else { 0 }
}

// Rounded for people, and only when it is news.
#observer(of: .unloaded, unique: true) { changes in
  guard changes.new > 0 else { return }
  DayLog.say("\(Int((changes.new * 100).rounded()))% of the ship is ashore")
}

#rhea(time: .quayDidClear, repeatable: true) { DayLog.say("nothing is left to unload") }

/// Returns whether a ship waits for the cranes.
@Sendable private func isShipWaiting(_ context: TaskContext) -> Bool {
  !SharedRelay.of(.craneQueue, default: []).value.isEmpty
}
