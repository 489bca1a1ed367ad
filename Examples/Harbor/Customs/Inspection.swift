import HarborContracts

#bridge(on: .containerDidLand, run: "InspectContainer")

/// Reads the papers of a container, and clears it.
///
/// Papers may be hard to read, so it is tried three times; what cannot be read then makes
/// the task fail, which is no mistake: a wire below turns it into an event.
@EventTask(
  on: .demand, .timeout(.seconds(30)),
  .retry(attempts: 3, backoff: .exponential(.milliseconds(2))))
@MainActor enum InspectContainer {
  static func run(_ context: TaskContext) async throws {
    guard let container = context["value"] as? Container else { return }
    guard container.hasPapers else {
      DayLog.say("the papers of \(container.number) are smudged, attempt \(context.attempt)")
      throw HarborError.unreadablePapers(container: container.number)
    }
    let count = try await KhalaStore.clear(container: container.number)
    DayLog.say("\(container.number) is cleared, the \(ordinal(count)) today")
  }

  private static func ordinal(_ number: Int) -> String {
    switch number {
    case 1: "1st"
    case 2: "2nd"
    case 3: "3rd"
    default: "\(number)th"
    }
  }
}

#bridge(
  on: .task("InspectContainer", .failed), to: .event(.containerWasHeld),
  map: { change in
    if case .failed(let error) = change.state { error.message } else { "\(change)" }
  })

@MainActor enum HeldContainers {
  #rhea(time: .containerDidLand, priority: .high, repeatable: true) { container in
    // Held until the papers have been read; the office takes it out again.
    SharedRelay.of(.held, default: []).modify { _ = $0.insert(container.number) }
  }

  #rhea(time: .containerWasHeld, repeatable: true) { _ in
    let held = SharedRelay.of(.held, default: []).value.sorted().joined(separator: ", ")
    DayLog.say("kept for the officer: \(held)")
  }
}

/// An officer looks at what was kept, by hand.
@ScheduledTask(cron: "0 15 * * *", zone: "UTC")
@MainActor enum OfficerRounds {
  static func run() async throws {
    for container in SharedRelay.of(.held, default: []).value.sorted() {
      DayLog.say("the officer has read the papers of \(container)")
      _ = try await KhalaStore.clear(container: container)
    }
  }
}
