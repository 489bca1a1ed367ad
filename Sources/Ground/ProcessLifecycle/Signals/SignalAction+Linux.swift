#if os(Linux)

  import Glibc
  import Synchronization

  extension SignalAction {
    /// The known actions with which Dispatch detects signals.
    private static let dispatchActions = Mutex<[ProcessSignal: SignalAction]>([:])

    /// Installs the action with which Dispatch detects the signal, after a source for it was
    /// registered.
    ///
    /// Dispatch installs it with the first source of the process for this signal. It does not
    /// install it again for a later one, even if all earlier sources were removed. In this case,
    /// this function installs it.
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
            '\(signal.event)' will not be reported: \(signal.name) is not caught, because the \
            program created a dispatch source for it and then reset its action. Listen before \
            that, or do not reset the action.
            """)
      }
      dispatchActions.withLock { $0[signal] = action }
      return action
    }

    /// Returns the kind of this action, compared with the caught one.
    ///
    /// If both are the handler of Dispatch, the program had created a dispatch source earlier.
    func kind(caughtBy caught: SignalAction) -> SignalDisposition.Previous {
      if isSystemDefault { return .systemDefault }
      if isIgnored { return .ignored }
      return handlerAddress == caught.handlerAddress ? .dispatchSource : .handler
    }

    /// The address of the handler.
    ///
    /// The system uses 0 for "default" and 1 for "ignore".
    var handlerAddress: Int {
      unsafe unsafeBitCast(action.__sigaction_handler, to: Int.self)
    }
  }

#elseif canImport(Darwin)
#else
  #error("ProcessLifecycle does not know the signals of this platform.")
#endif
