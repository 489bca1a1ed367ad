/// A signal that is an event.
struct ProcessSignal: Sendable, Hashable {
  let event: ProcessEvent
  let number: Int32
  /// As the system calls it.
  let name: String
  /// A Boolean value that indicates whether it asks the process to end, so that a
  /// second one is an impatient repetition of the first.
  let asksToEnd: Bool
  /// A Boolean value that indicates whether a process that was started with the signal
  /// ignored goes on to ignore it.
  ///
  /// A shell without job control starts `app &` like that, so that a Ctrl-C for the program in
  /// the foreground does not end it. `SIGHUP` is an event under `nohup`, since it asks a service to
  /// reload.
  var staysIgnored: Bool { event == .terminate || event == .interrupt }
  /// A Boolean value that indicates whether the action that the system takes by default
  /// still happens when the listeners have returned.
  ///
  /// Not for `SIGUSR1` and `SIGUSR2`: the default is death, but only because
  /// the system does not know what they mean; listeners do. `SIGCONT`
  /// and `SIGWINCH` have no default action left to take.
  let defaultActionFollows: Bool

  /// The signal that this event is made of, or nil if it is not.
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
