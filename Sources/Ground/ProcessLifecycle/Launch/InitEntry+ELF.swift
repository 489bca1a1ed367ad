#if objectFormat(ELF)

  /// The work of ProcessLifecycle before `main`: it opens closed standard descriptors, asks
  /// to be called when the main queue first runs, and runs declared code.
  ///
  /// Never in a numbered section (`.init_array.N`): those run before the Swift
  /// runtime knows the image.
  @section(".init_array") @used private let armed: @convention(c) () -> Void = {
    // Before the main queue opens a descriptor.
    StandardDescriptors.fill()
    SignalAction.rememberInherited()
    MainQueue.rememberInitialThread()
    MainQueue.useWhenReady {
      MainQueue.mark()
      MainQueue.enqueue { LifecycleEngine.shared.mainQueueStarted() }
    }
    if ProcessLifecycle.canRunBeforeMain { DeclaredListeners.runBeforeMain() }
  }

  /// The code that begins the launch phases without a call from the app.
  enum InitEntry {
    /// Does nothing: the entry above has run before any code can call this.
    static func armAtFirstUse() {}
  }

#elseif objectFormat(MachO)
#else
  #error("ProcessLifecycle does not know how to run code before main in this object format.")
#endif
