#if os(Linux)

  import Glibc
  import Synchronization

  /// What the process does on a signal, as the system keeps it.
  struct SignalAction: Sendable {
    private var action: sigaction

    /// The action in effect now.
    static func inEffect(for signal: ProcessSignal) throws(ProcessLifecycleError) -> SignalAction {
      var action = sigaction()
      guard unsafe sigaction(signal.number, nil, &action) == 0 else {
        throw ProcessLifecycleError.systemCall(
          "sigaction(\(signal.name))", event: signal.event, number: errno)
      }
      return SignalAction(action: action)
    }

    /// The actions by which Dispatch notices signals, as far as they are known.
    private static let dispatchActions = Mutex<[ProcessSignal: SignalAction]>([:])

    /// Puts the action in effect by which Dispatch notices the signal, once a
    /// source for it is registered.
    ///
    /// Dispatch installs it with the first source that a process has for the
    /// signal, and not again with a later one, even if all earlier ones are
    /// gone: then it is ours to do.
    static func catchingAction(
      for signal: ProcessSignal
    ) throws(ProcessLifecycleError) -> SignalAction {
      if let known = dispatchActions.withLock({ $0[signal] }) {
        known.install(for: signal)
        return known
      }
      let action = try inEffect(for: signal)
      guard !action.isSystemDefault, !action.isIgnored else {
        throw ProcessLifecycleError(
          .systemCallFailed, event: signal.event,
          message: """
            '\(signal.event)' will not be told: \(signal.name) is not caught, because the program \
            has reset its action after it made a dispatch source of its own for it. Listen before \
            that, or leave the action alone.
            """)
      }
      dispatchActions.withLock { $0[signal] = action }
      return action
    }

    /// Whether `action` is what the process does on the signal now.
    static func isInEffect(_ action: SignalAction, for signal: ProcessSignal) -> Bool {
      guard let now = try? inEffect(for: signal) else { return false }
      return now.handlerAddress == action.handlerAddress
    }

    /// Makes the process do this on the signal.
    func install(for signal: ProcessSignal) {
      var action = action
      let result = unsafe sigaction(signal.number, &action, nil)
      // The kernel accepts for a signal what it once gave out for it.
      precondition(result == 0, "sigaction refused the action that \(signal.name) had before.")
    }

    /// What this is, seen from ours: with Dispatch's own handler in both, a
    /// dispatch source of the program had been there first.
    func kind(caughtBy caught: SignalAction) -> SignalDisposition.Previous {
      if isSystemDefault { return .systemDefault }
      if isIgnored { return .ignored }
      return handlerAddress == caught.handlerAddress ? .dispatchSource : .handler
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

    private var isSystemDefault: Bool { handlerAddress == 0 }
    private var isIgnored: Bool { handlerAddress == 1 }

    /// The handler; 0 and 1 are the system's names for "default" and "ignore".
    private var handlerAddress: Int {
      unsafe unsafeBitCast(action.__sigaction_handler, to: Int.self)
    }
  }

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

#elseif canImport(Darwin)
#else
  #error("ProcessLifecycle does not know the signals of this platform.")
#endif
