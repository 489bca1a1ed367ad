import HarborContracts

/// Makes the text of the board out of what several modules share.
///
/// Merged, the relays change together: the board never shows the new wind beside the old
/// berths.
@EventTask(.low, on: .didFinishLaunching, after: ["OpenBerths"], .before(.deskIsReady))
@MainActor enum HangUpBoard {
  static func run() {
    mergeRelays(SharedRelay.of(.freeBerths, default: 0), SharedRelay.of(.wind, default: 0))
      .map { free, wind in "berths free: \(free), wind \(wind) m/s" }
      .relayUniqueValue(to: SharedRelay.of(.board, default: ""))
  }
}

// Every four hours from the launch on, whatever happens.
#timer("ReadBoard", .low, every: 4 * 60 * 60) { @MainActor in
  DayLog.say("board: \(SharedRelay.of(.board, default: "").value)")
}

// Two names for one moment: the desk closes for callbacks of the event, and
// TaskKit's tasks of `.reserved1` run. It is joined, so a SIGUSR1, which brings that
// event, closes the desk too.
#bridge(join: .deskDidClose, with: .reserved1)

#task("SendReport", on: .reserved1) { @MainActor in
  let cleared = SharedRelay.of(.cleared, default: []).value.count
  DayLog.say("report: \(cleared) containers cleared")
}
