import Synchronization

#if canImport(Darwin)
  // `stdout` is a variable, which nothing sets.
  @unsafe @preconcurrency import Darwin
#elseif canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#else
  #error("ProcessLifecycle does not know the signals of this platform.")
#endif

/// The action of the process on a signal, as the system keeps it.
///
/// How Dispatch notices signals, and what that leaves in an action, differs:
/// each platform says it in a file of its own.
struct SignalAction {
  var action: sigaction

  /// The action in effect now.
  static func inEffect(for signal: ProcessSignal) throws(ProcessLifecycleError) -> SignalAction {
    var action = sigaction()
    guard unsafe sigaction(signal.number, nil, &action) == 0 else {
      throw ProcessLifecycleError.systemCall(
        "sigaction(\(signal.name))", event: signal.event, number: errno)
    }
    return SignalAction(action: action)
  }

  /// The signals that the process was started with ignored, one bit for each number.
  private static let inheritedIgnored = Atomic<UInt64>(0)

  /// Remembers which requests to end the process was started with ignored, before any code of
  /// the program can change it.
  static func rememberInherited() {
    for number in [SignalNumber.terminate, SignalNumber.interrupt] {
      var action = sigaction()
      guard unsafe sigaction(number, nil, &action) == 0, SignalAction(action: action).isIgnored
      else { continue }
      inheritedIgnored.bitwiseOr(1 << UInt64(number), ordering: .relaxed)
    }
  }

  /// Returns whether the process was started with the signal ignored, and has to leave it so.
  static func staysIgnored(_ signal: ProcessSignal) -> Bool {
    signal.staysIgnored
      && inheritedIgnored.load(ordering: .relaxed) & 1 << UInt64(signal.number) != 0
      && (try? inEffect(for: signal).isIgnored) == true
  }

  /// Returns whether `action` is what the process does on the signal now.
  static func isInEffect(_ action: SignalAction, for signal: ProcessSignal) -> Bool {
    guard let now = try? inEffect(for: signal) else { return false }
    return now.handlerAddress == action.handlerAddress
  }

  /// Makes the process do this on the signal.
  func install(for signal: ProcessSignal) {
    var action = action
    let result = unsafe sigaction(signal.number, &action, nil)
    // The kernel accepts for a signal what it once gave out for it.
    precondition(result == 0, "sigaction rejected the action that \(signal.name) had before.")
  }

  /// Sends the signal to the calling thread and lets it through.
  static func raiseUnblocked(_ signal: ProcessSignal) {
    var onlyThis = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&onlyThis)
    unsafe sigaddset(&onlyThis, signal.number)
    // Dispatch blocks signals on its workers.
    unsafe pthread_sigmask(SIG_UNBLOCK, &onlyThis, &before)
    raise(signal.number)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Writes what `print` keeps.
  static func flushOutput() {
    // The variable never changes once the C library has set it up.
    unsafe fflush(stdout)
  }

  var isSystemDefault: Bool { handlerAddress == 0 }
  var isIgnored: Bool { handlerAddress == 1 }
}

// Sendable: the one pointer in it is that of a function, which never changes.
extension SignalAction: @unchecked Sendable {}

/// The numbers of the signals on this platform.
enum SignalNumber {
  static let terminate = SIGTERM
  static let interrupt = SIGINT
  static let hangup = SIGHUP
  static let suspend = SIGTSTP
  static let resume = SIGCONT
  static let user1 = SIGUSR1
  static let user2 = SIGUSR2
  static let windowSizeChanged = SIGWINCH
}
