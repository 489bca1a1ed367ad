#if os(Linux)

  import Glibc

  /// The functions of Linux that are not available in Swift's C library module.
  ///
  /// They are looked up by name at run time.
  enum LinuxCalls {
    private typealias TimerCreate = @convention(c) (Int32, Int32) -> Int32
    private typealias TimerSet =
      @convention(c) (Int32, Int32, UnsafePointer<itimerspec>, UnsafeMutablePointer<itimerspec>?)
      -> Int32
    private typealias PollCreate = @convention(c) (Int32) -> Int32
    private typealias PollControl =
      @convention(c) (Int32, Int32, Int32, UnsafeMutableRawPointer) -> Int32

    /// Creates a timer of the wall clock that can be polled and is not inherited.
    static func makeWallClockTimer() throws(ProcessLifecycleError) -> Int32 {
      let create = try unsafe find("timerfd_create", as: TimerCreate.self, for: .wallClockChanged)
      let descriptor = create(CLOCK_REALTIME, O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw .systemCall("timerfd_create", event: .wallClockChanged, number: errno)
      }
      return descriptor
    }

    /// Makes the timer detect that the wall clock is set.
    static func watchClockSetting(of timer: Int32) throws(ProcessLifecycleError) {
      let set = try unsafe find("timerfd_settime", as: TimerSet.self, for: .wallClockChanged)
      var now = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      // The timer would fire in ten years. It is cancelled when the clock is set, which is what
      // matters.
      var time = itimerspec()
      time.it_value.tv_sec = now.tv_sec + 10 * 365 * 86_400
      let absoluteAndCancelledBySetting: Int32 = 1 | 2
      guard unsafe set(timer, absoluteAndCancelledBySetting, &time, nil) == 0 else {
        throw .systemCall("timerfd_settime", event: .wallClockChanged, number: errno)
      }
    }

    /// Creates a descriptor that is readable while `descriptor` has urgent data.
    ///
    /// Dispatch only detects ordinary data. An epoll descriptor that contains the other descriptor
    /// converts one to the other. Do not read from it: a pressure file clears its state when the
    /// kernel has reported it.
    static func makeUrgencyPoll(around descriptor: Int32) throws(ProcessLifecycleError) -> Int32 {
      let create = try unsafe find("epoll_create1", as: PollCreate.self, for: .memoryPressure)
      let control = try unsafe find("epoll_ctl", as: PollControl.self, for: .memoryPressure)
      let poll = create(O_CLOEXEC)
      guard poll >= 0 else {
        throw .systemCall("epoll_create1", event: .memoryPressure, number: errno)
      }
      // An `epoll_event`: the kinds of events, followed by user data that remains zero, regardless
      // of its position on this architecture.
      var request: (UInt32, UInt32, UInt64) = (UInt32(POLLPRI), 0, 0)
      let add: Int32 = 1
      guard unsafe control(poll, add, descriptor, &request) == 0 else {
        let number = errno
        close(poll)
        throw .systemCall("epoll_ctl", event: .memoryPressure, number: number)
      }
      return poll
    }

    /// Returns the function with this name in the C library.
    @unsafe private static func find<Function>(
      _ name: String,
      as type: Function.Type,
      for event: ProcessEvent
    ) throws(ProcessLifecycleError) -> Function {
      guard let address = unsafe dlsym(nil, name) else {
        throw ProcessLifecycleError(
          .eventUnavailable, event: event,
          message: "the C library of this program has no '\(name)'; '\(event)' will not be reported"
        )
      }
      return unsafe unsafeBitCast(address, to: type)
    }
  }

#endif
