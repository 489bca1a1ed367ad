#if objectFormat(MachO)

  /// The code that starts the launch phases without a call from the app.
  ///
  /// Apple's linkers accept no entry before `main` from pure Swift. The launch phases are therefore
  /// prepared when the process first uses ProcessLifecycle.
  enum InitEntry {
    /// Requests a call when the main queue first runs.
    static func armAtFirstUse() {
      StandardDescriptors.fill()
      SignalAction.rememberInherited()
      MainQueue.mark()
      MainQueue.enqueue { LifecycleEngine.shared.mainQueueStarted() }
    }
  }

#endif
