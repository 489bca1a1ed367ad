#if os(Linux)

  import Dispatch
  import Glibc
  import Synchronization

  extension MainQueue {
    /// The thread that `main` starts on, or 0 while unknown.
    ///
    /// It is never any other code's thread: after `dispatchMain()` and after
    /// the first suspension of an asynchronous `main` it is parked for ever,
    /// and a block that another queue runs on it (`sync`) keeps the main actor
    /// waiting meanwhile.
    private static let initialThread = Atomic<pthread_t>(0)

    /// A Boolean value that indicates whether the calling code runs on the main actor.
    ///
    /// The main actor is not one thread here: after its first suspension its
    /// code runs on any worker of Dispatch.
    static var isCurrent: Bool {
      let initial = initialThread.load(ordering: .relaxed)
      if initial == pthread_self() { return true }
      if initial == 0, rememberInitialThread() { return true }
      return isCurrentByMark
    }

    /// Remembers the calling thread if `main` starts, or has started, on it.
    ///
    /// The kernel tells: the initial thread's number is the process's own.
    /// Where `/proc` is missing nothing is remembered, and the mark of the main
    /// queue alone decides.
    @discardableResult
    static func rememberInitialThread() -> Bool {
      let (isInitial, _) = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) {
        buffer in
        let length = unsafe readlink("/proc/thread-self", buffer.baseAddress!, buffer.count)
        guard length > 0 else { return (false, 0) }
        // "PID/task/TID"
        let text = unsafe String(
          decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length]),
          as: UTF8.self)
        let parts = text.split(separator: "/")
        return (parts.first == parts.last, length)
      }
      if isInitial { initialThread.store(pthread_self(), ordering: .relaxed) }
      return isInitial
    }

    /// Runs `body`, which uses Dispatch, now and as safely as can be before
    /// `main`.
    ///
    /// A shared libdispatch has been initialized before any code of ours. One
    /// that is linked into the executable (`-static-stdlib`) has not: its
    /// constructor comes after ours, and whatever uses Dispatch on the initial
    /// thread before it binds that thread's clean-up to a key that does not
    /// exist yet. `dispatchMain()` relies on that clean-up to hand the main
    /// queue over and then never runs it. So there `body` runs, and ends, on a
    /// thread that lives for nothing else.
    static func useWhenReady(_ body: @convention(c) () -> Void) {
      if areLibrariesShared { return body() }
      var thread = pthread_t()
      let argument = unsafe unsafeBitCast(body, to: UnsafeMutableRawPointer.self)
      let failure = unsafe pthread_create(
        &thread, nil,
        { argument in
          // Dispatch, with no key of its own, writes to key 0, which may belong to
          // other code. Put back what was there.
          let value = unsafe pthread_getspecific(0)
          unsafe unsafeBitCast(argument, to: (@convention(c) () -> Void).self)()
          _ = unsafe pthread_setspecific(0, value)
          return nil
        }, argument)
      guard failure == 0 else {
        return LifecycleEngine.shared.problemLog.report(
          .systemCall(
            "pthread_create, before main and to prepare the launch phases,", event: nil,
            number: failure))
      }
      pthread_join(thread, nil)
    }

    /// A Boolean value that indicates whether Swift's own libraries are shared ones,
    /// and so ready before any code of ours.
    ///
    /// Asked once, and so before `main`: the loader makes the caller wait while
    /// another thread opens a library.
    static let areLibrariesShared: Bool = {
      guard let library = unsafe dlopen("libdispatch.so", RTLD_LAZY | RTLD_NOLOAD) else {
        return false
      }
      unsafe dlclose(library)
      return true
    }()
  }

#elseif canImport(Darwin)
#else
  #error("ProcessLifecycle does not know the main thread of this platform.")
#endif
