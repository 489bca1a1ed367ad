#if canImport(Darwin)

  import Darwin

  extension SignalAction {
    /// Puts the action in effect beside which Dispatch notices the signal.
    ///
    /// Dispatch sees signals in the kernel here, whatever their action is: so it
    /// is to be none.
    static func catchingAction(
      for signal: ProcessSignal
    ) throws(ProcessLifecycleError) -> SignalAction {
      var none = sigaction()
      unsafe none.__sigaction_u.__sa_handler = SIG_IGN
      let action = SignalAction(action: none)
      action.install(for: signal)
      return action
    }

    /// Returns the kind of this action; a dispatch source leaves no trace in the action here.
    func kind(caughtBy caught: SignalAction) -> SignalDisposition.Previous {
      if isSystemDefault { return .systemDefault }
      return isIgnored ? .ignored : .handler
    }

    /// The handler; 0 and 1 are the system's names for "default" and "ignore".
    var handlerAddress: Int {
      unsafe unsafeBitCast(action.__sigaction_u, to: Int.self)
    }
  }

#endif
