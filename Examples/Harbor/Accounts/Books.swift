import HarborContracts

/// Opens the books, and closes them when the process ends.
@EventTask(.low, on: .didFinishLaunching, dependsOn: ["OpenBerths"], .before(.deskIsReady))
@MainActor enum OpenBooks {
  static func run() { DayLog.say("the books are open") }

  /// Comes before the end of what it depends on, however the process ends.
  static func shutdown() {
    DayLog.say("the books are closed at \(SharedRelay.of(.revenue, default: 0).value) euros")
  }
}

@MainActor enum Duties {
  // What another module does is seen in what it shares: nobody has to tell.
  #observer(of: .lastCleared, unique: true) { @MainActor changes in
    guard !changes.new.isEmpty else { return }
    SharedRelay.of(.revenue, default: 0).modify { $0 += 25 }
  }

  // The first clearance comes hours after the desk has opened. As that event is sticky,
  // a callback that comes so late is told all the same.
  #rhea(time: .containerDidLand) { _ in
    Rhea.on(.deskDidOpen) { (_: RheaContext) in
      DayLog.say("duties are due from the opening on: 25 euros a container")
    }
  }
}
