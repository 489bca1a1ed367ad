#if os(Linux)

  import Glibc
  import Synchronization

  extension SignalAction {
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
            '\(signal.event)' will not be reported: \(signal.name) is not caught, because the program \
            has reset its action after it made a dispatch source of its own for it. Listen before \
            that, or leave the action alone.
            """)
      }
      dispatchActions.withLock { $0[signal] = action }
      return action
    }

    /// Returns the kind of this action, compared with ours: with Dispatch's own handler in
    /// both, a dispatch source of the program had been there first.
    func kind(caughtBy caught: SignalAction) -> SignalDisposition.Previous {
      if isSystemDefault { return .systemDefault }
      if isIgnored { return .ignored }
      return handlerAddress == caught.handlerAddress ? .dispatchSource : .handler
    }

    /// The handler; 0 and 1 are the system's names for "default" and "ignore".
    var handlerAddress: Int {
      unsafe unsafeBitCast(action.__sigaction_handler, to: Int.self)
    }
  }

#elseif canImport(Darwin)
#else
  #error("ProcessLifecycle does not know the signals of this platform.")
#endif
