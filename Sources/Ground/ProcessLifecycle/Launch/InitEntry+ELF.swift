#if objectFormat(ELF)

  /// The code of ProcessLifecycle that runs before `main`.
  ///
  /// It opens closed standard descriptors, requests a call when the main queue first runs, and runs
  /// declared code.
  ///
  /// It must not be in a numbered section (`.init_array.N`), because these run before the Swift
  /// runtime knows the image.
  @section(".init_array") @used private let armed: @convention(c) () -> Void = {
    // This must run before the main queue opens a descriptor.
    StandardDescriptors.fill()
    SignalAction.rememberInherited()
    MainQueue.rememberInitialThread()
    MainQueue.useWhenReady {
      MainQueue.mark()
      MainQueue.enqueue { LifecycleEngine.shared.mainQueueStarted() }
    }
    if ProcessLifecycle.canRunBeforeMain { DeclaredListeners.runBeforeMain() }
  }

  /// The code that starts the launch phases without a call from the app.
  enum InitEntry {
    /// Does nothing, because the function above has already run.
    static func armAtFirstUse() {}
  }

#elseif objectFormat(MachO)
#else
  #error("ProcessLifecycle does not know how to run code before main in this object format.")
#endif
