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
  // What another module does is seen in what it shares, without a call.
  #observer(of: .lastCleared, unique: true) { @MainActor changes in
    guard !changes.new.isEmpty else { return }
    SharedRelay.of(.revenue, default: 0).modify { $0 += 25 }
  }
}
