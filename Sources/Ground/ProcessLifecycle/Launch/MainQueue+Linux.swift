#if os(Linux)

  import Dispatch
  import Glibc
  import Synchronization

  extension MainQueue {
    /// The thread on which `main` starts, or 0 while it is unknown.
    ///
    /// This thread never runs code of other queues at the same time as code of the main actor.
    /// After `dispatchMain()`, and after the first suspension of an asynchronous `main`, it is
    /// blocked for ever. If another queue runs a block on it with `sync`, the main actor waits.
    private static let initialThread = Atomic<pthread_t>(0)

    /// A Boolean value that indicates whether the calling code runs on the main actor.
    ///
    /// On this platform, the main actor does not always use the same thread. After its first
    /// suspension, its code runs on any worker thread of Dispatch.
    static var isCurrent: Bool {
      let initial = initialThread.load(ordering: .relaxed)
      if initial == pthread_self() { return true }
      if initial == 0, rememberInitialThread() { return true }
      return isCurrentByMark
    }

    /// Stores the calling thread if `main` starts, or has started, on it.
    ///
    /// The thread ID of the initial thread is equal to the process ID. If `/proc` is not available,
    /// no thread is stored, and only the mark of the main queue is used.
    @discardableResult
    static func rememberInitialThread() -> Bool {
      let (isInitial, _) = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) {
        buffer in
        let length = unsafe readlink("/proc/thread-self", buffer.baseAddress!, buffer.count)
        guard length > 0 else { return (false, 0) }
        // The format is "PID/task/TID".
        let text = unsafe String(
          decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length]),
          as: UTF8.self)
        let parts = text.split(separator: "/")
        return (parts.first == parts.last, length)
      }
      if isInitial { initialThread.store(pthread_self(), ordering: .relaxed) }
      return isInitial
    }

    /// Runs `body`, which uses Dispatch, in a way that is safe before `main`.
    ///
    /// A shared libdispatch is initialized before all code of the toolkit. A statically linked one
    /// (`-static-stdlib`) is not, because its constructor runs later. If Dispatch is used on the
    /// initial thread before that, it stores the thread's cleanup under a key that does not exist
    /// yet. `dispatchMain()` relies on this cleanup to hand over the main queue, so the main queue
    /// would never run. In this case, `body` therefore runs on a separate thread that ends after
    /// it.
    static func useWhenReady(_ body: @convention(c) () -> Void) {
      if areLibrariesShared { return body() }
      var thread = pthread_t()
      let argument = unsafe unsafeBitCast(body, to: UnsafeMutableRawPointer.self)
      let failure = unsafe pthread_create(
        &thread, nil,
        { argument in
          // Dispatch has no key of its own yet and writes to key 0, which may belong to other code.
          // The previous value is restored.
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

    /// A Boolean value that indicates whether the Swift libraries are shared libraries, which are
    /// initialized before all code of the toolkit.
    ///
    /// It is determined once, before `main`, because the loader blocks the caller while another
    /// thread opens a library.
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
