#if canImport(Darwin)

  import Darwin

  /// What the process does on a signal, as the system keeps it.
  ///
  /// Unchecked, because it holds a pointer: to a function, which never changes.
  struct SignalAction: @unchecked Sendable {
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

    /// Dispatch sees signals in the kernel here, whatever their action is: so
    /// it is to be none.
    static func catchingAction(
      for signal: ProcessSignal
    ) throws(ProcessLifecycleError) -> SignalAction {
      var none = unsafe sigaction()
      unsafe none.__sigaction_u.__sa_handler = SIG_IGN
      let action = unsafe SignalAction(action: none)
      action.install(for: signal)
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
      precondition(result == 0, "sigaction refused the action that \(signal.name) had before.")
    }

    /// What this is; a dispatch source leaves no trace in the action here.
    func kind(caughtBy caught: SignalAction) -> SignalDisposition.Previous {
      switch handlerAddress {
      case 0: .systemDefault
      case 1: .ignored
      default: .handler
      }
    }

    /// Sends the signal to the calling thread and lets it through.
    static func raiseUnblocked(_ signal: ProcessSignal) {
      var onlyThis = sigset_t()
      var before = sigset_t()
      unsafe sigemptyset(&onlyThis)
      unsafe sigaddset(&onlyThis, signal.number)
      unsafe pthread_sigmask(SIG_UNBLOCK, &onlyThis, &before)
      unsafe pthread_kill(pthread_self(), signal.number)
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// The handler; 0 and 1 are the system's names for "default" and "ignore".
    private var handlerAddress: Int {
      unsafe unsafeBitCast(action.__sigaction_u, to: Int.self)
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

#endif
