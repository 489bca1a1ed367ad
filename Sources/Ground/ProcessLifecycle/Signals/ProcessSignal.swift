/// A signal that corresponds to an event.
struct ProcessSignal: Sendable, Hashable {
  let event: ProcessEvent
  let number: Int32
  /// The name in the system.
  let name: String
  /// A Boolean value that indicates whether the signal requests the process to end.
  ///
  /// A second request means that the user is impatient.
  let asksToEnd: Bool
  /// A Boolean value that indicates whether the process continues to ignore the signal if it was
  /// started with the signal ignored.
  ///
  /// A shell without job control starts `app &` like this, so that Ctrl-C for the program in the
  /// foreground does not end it. `SIGHUP` is an event even under `nohup`, because it also requests
  /// a service to reload.
  var staysIgnored: Bool { event == .terminate || event == .interrupt }
  /// A Boolean value that indicates whether the default action of the system happens after the
  /// listeners have returned.
  ///
  /// It is `false` for `SIGUSR1` and `SIGUSR2`. Their default action ends the process only because
  /// the system does not know their meaning, but listeners do. `SIGCONT` and `SIGWINCH` have no
  /// default action after their listeners.
  let defaultActionFollows: Bool

  /// Returns the signal of this event, or `nil` if it has none.
  init?(_ event: ProcessEvent) {
    guard let signal = Self.all.first(where: { $0.event == event }) else { return nil }
    self = signal
  }

  private init(
    _ event: ProcessEvent,
    _ number: Int32,
    _ name: String,
    asksToEnd: Bool = false,
    defaultActionFollows: Bool = false
  ) {
    self.event = event
    self.number = number
    self.name = name
    self.asksToEnd = asksToEnd
    self.defaultActionFollows = defaultActionFollows
  }

  static let all: [ProcessSignal] = [
    ProcessSignal(
      .terminate, SignalNumber.terminate, "SIGTERM", asksToEnd: true, defaultActionFollows: true),
    ProcessSignal(
      .interrupt, SignalNumber.interrupt, "SIGINT", asksToEnd: true, defaultActionFollows: true),
    ProcessSignal(
      .hangup, SignalNumber.hangup, "SIGHUP", asksToEnd: true, defaultActionFollows: true),
    ProcessSignal(.suspend, SignalNumber.suspend, "SIGTSTP", defaultActionFollows: true),
    ProcessSignal(.resume, SignalNumber.resume, "SIGCONT"),
    ProcessSignal(.user1, SignalNumber.user1, "SIGUSR1"),
    ProcessSignal(.user2, SignalNumber.user2, "SIGUSR2"),
    ProcessSignal(.windowSizeChanged, SignalNumber.windowSizeChanged, "SIGWINCH"),
  ]
}
