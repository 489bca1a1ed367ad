import Synchronization

#if canImport(Darwin)
  // Here, `stdout` is a variable that is never changed.
  @unsafe @preconcurrency import Darwin
#elseif canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#else
  #error("ProcessLifecycle does not know the signals of this platform.")
#endif

/// The action of the process for a signal, in the format of the system.
///
/// On each platform, Dispatch detects signals and changes their actions in a different way. A
/// separate file for each platform implements this.
struct SignalAction {
  var action: sigaction

  /// Returns the current action.
  static func inEffect(for signal: ProcessSignal) throws(ProcessLifecycleError) -> SignalAction {
    var action = sigaction()
    guard unsafe sigaction(signal.number, nil, &action) == 0 else {
      throw ProcessLifecycleError.systemCall(
        "sigaction(\(signal.name))", event: signal.event, number: errno)
    }
    return SignalAction(action: action)
  }

  /// The signals that were ignored when the process was started, with one bit for each number.
  private static let inheritedIgnored = Atomic<UInt64>(0)

  /// Stores which requests to end the process were ignored when it was started, before code of the
  /// program can change this.
  static func rememberInherited() {
    for number in [SignalNumber.terminate, SignalNumber.interrupt] {
      var action = sigaction()
      guard unsafe sigaction(number, nil, &action) == 0, SignalAction(action: action).isIgnored
      else { continue }
      inheritedIgnored.bitwiseOr(1 << UInt64(number), ordering: .relaxed)
    }
  }

  /// Returns whether the process was started with the signal ignored and must continue to ignore
  /// it.
  static func staysIgnored(_ signal: ProcessSignal) -> Bool {
    signal.staysIgnored
      && inheritedIgnored.load(ordering: .relaxed) & 1 << UInt64(signal.number) != 0
      && (try? inEffect(for: signal).isIgnored) == true
  }

  /// Returns whether `action` is the current action of the signal.
  static func isInEffect(_ action: SignalAction, for signal: ProcessSignal) -> Bool {
    guard let now = try? inEffect(for: signal) else { return false }
    return now.handlerAddress == action.handlerAddress
  }

  /// Makes this the current action of the signal.
  func install(for signal: ProcessSignal) {
    var action = action
    let result = unsafe sigaction(signal.number, &action, nil)
    // The kernel accepts an action for a signal that it returned for the same signal before.
    precondition(result == 0, "sigaction rejected the action that \(signal.name) had before.")
  }

  /// Sends the signal to the calling thread and unblocks it.
  static func raiseUnblocked(_ signal: ProcessSignal) {
    var onlyThis = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&onlyThis)
    unsafe sigaddset(&onlyThis, signal.number)
    // Dispatch blocks signals on its worker threads.
    unsafe pthread_sigmask(SIG_UNBLOCK, &onlyThis, &before)
    raise(signal.number)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Writes the buffered output of `print`.
  static func flushOutput() {
    // The variable never changes after the C library has initialized it.
    unsafe fflush(stdout)
  }

  var isSystemDefault: Bool { handlerAddress == 0 }
  var isIgnored: Bool { handlerAddress == 1 }
}

// Sendable: its only pointer refers to a function, which never changes.
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
