#if canImport(Darwin)

  import Darwin

  extension SignalAction {
    /// Installs the action that allows Dispatch to detect the signal.
    ///
    /// On this platform, Dispatch detects signals in the kernel regardless of their action, so the
    /// action is to ignore the signal.
    static func catchingAction(
      for signal: ProcessSignal
    ) throws(ProcessLifecycleError) -> SignalAction {
      var none = sigaction()
      unsafe none.__sigaction_u.__sa_handler = SIG_IGN
      let action = SignalAction(action: none)
      action.install(for: signal)
      return action
    }

    /// Returns the kind of this action.
    ///
    /// On this platform, a dispatch source does not change the action.
    func kind(caughtBy caught: SignalAction) -> SignalDisposition.Previous {
      if isSystemDefault { return .systemDefault }
      return isIgnored ? .ignored : .handler
    }

    /// The address of the handler.
    ///
    /// The system uses 0 for "default" and 1 for "ignore".
    var handlerAddress: Int {
      unsafe unsafeBitCast(action.__sigaction_u, to: Int.self)
    }
  }

#endif
