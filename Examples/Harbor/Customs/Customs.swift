import HarborContracts

/// The customs office, for all callers by URL.
@KhalaModule @MainActor final class Customs {
  /// Clears a container, and says how many are cleared now.
  ///
  /// Asynchronous: its callers have to wait, by `await` or by a wire.
  func clear(container: String) async -> Int {
    await Archive.shared.file(container)
    SharedRelay.of(.held, default: []).modify { _ = $0.remove(container) }
    return SharedRelay.of(.cleared, default: []).modify { cleared in
      cleared.insert(container)
      return cleared.count
    }
  }
}

/// The archive of the papers; an actor, as every office in the world writes into it.
private actor Archive {
  static let shared = Archive()

  private var filed: [String] = []

  func file(_ container: String) { filed.append(container) }
}

// Whichever module calls the office: what was cleared last is in a relay, since
// a call that was made can be the beginning of a wire.
#bridge(
  on: .call("kl://Customs/clear"), to: .relay(.lastCleared), map: { $0["container"] ?? "" })

// Before any other callback of the new day.
#rhea(time: .deskDidOpen, priority: .veryHigh, repeatable: true) {
  SharedRelay.of(.cleared, default: []).set([])
  SharedRelay.of(.held, default: []).set([])
}

// The rule of the office stands before another module's route, which does not know it.
#appDidFinishLaunching {
  // Made before a wire first sets it, so that already the first clearance is a change.
  _ = SharedRelay.of(.lastCleared, default: "")
  try Khala.intercept("kl://Cargo/release") { node in
    let container = node.params["container"] as? String ?? ""
    guard SharedRelay.of(.cleared, default: []).value.contains(container) else {
      throw KhalaDenial("customs has not cleared \(container)")
    }
  }
  DayLog.say("nothing leaves the yard without a stamp")
}
