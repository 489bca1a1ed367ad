#if objectFormat(MachO)

  /// The code that begins the launch phases without a call from the app.
  ///
  /// Pure Swift has no entry before `main` that Apple's linkers accept, so the
  /// phases are armed when the process first uses ProcessLifecycle.
  enum InitEntry {
    /// Asks to be notified when the main queue first runs.
    static func armAtFirstUse() {
      StandardDescriptors.fill()
      SignalAction.rememberInherited()
      MainQueue.mark()
      MainQueue.enqueue { LifecycleEngine.shared.mainQueueStarted() }
    }
  }

#endif
