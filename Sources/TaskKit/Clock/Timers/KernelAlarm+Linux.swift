#if os(Linux)

  import Dispatch
  import ProcessLifecycle
  import Synchronization

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #else
    #error("TaskKit does not know the C library of this Linux")
  #endif

  extension ScheduleClock {
    /// Returns the time since the start of the machine, including its sleep, and the system's
    /// dates.
    ///
    /// A timer of one hour fires after one hour of real time, even if the machine sleeps. If the
    /// machine is asleep at that time, the timer fires when it wakes. `ContinuousClock` reads the
    /// same clock and behaves in the same way. `SuspendingClock` and Dispatch's timers stop while
    /// the machine sleeps.
    ///
    /// Waiting uses one timer of the kernel. If the process cannot have one, `ContinuousClock` is
    /// used.
    static func system() -> ScheduleClock {
      let continuous = continuous()
      var clock = continuous
      clock.makeAlarm = { ring in
        KernelTimer().map { KernelAlarm(timer: $0, now: continuous.now, ring: ring) }
          ?? continuous.makeAlarm(ring)
      }
      return clock
    }
  }

  /// An alarm that is a timer of the kernel.
  ///
  /// Setting it takes one system call, and no thread waits.
  final class KernelAlarm: TimerAlarm {
    private struct State {
      var number: UInt64 = 0
      /// The time of the latest ring.
      var lastRing: Int64 = .min
    }

    /// The pause before the next ring, in nanoseconds.
    ///
    /// Timers that are close to each other are delivered together, because waking up for each of
    /// them would cost more than their work.
    private static let rest: Int64 = 200_000

    private let state = Mutex(State())
    private let timer: KernelTimer
    private let now: @Sendable () -> Int64
    private let source: SharedSource<any DispatchSourceRead>

    /// Creates an alarm that is not set.
    ///
    /// - Parameters:
    ///   - timer: The timer, which is closed when the alarm is released.
    ///   - now: Returns the current time.
    ///   - ring: Called when the alarm rings, on a private queue.
    init(
      timer: KernelTimer, now: @escaping @Sendable () -> Int64,
      ring: @escaping @Sendable () -> Void
    ) {
      self.timer = timer
      self.now = now
      let source = DispatchSource.makeReadSource(
        fileDescriptor: timer.descriptor,
        queue: DispatchQueue(label: "TaskKit.timers", qos: .userInitiated))
      self.source = SharedSource(source: source)
      source.setEventHandler { [weak self] in
        timer.acknowledge()
        self?.noteRing()
        ring()
      }
      source.setCancelHandler { timer.close() }
      source.activate()
    }

    deinit {
      source.source.cancel()
    }

    func set(_ setting: AlarmSetting) {
      // Under the lock, so that the last setting is also the last to be applied.
      state.withLock { state in
        guard setting.number > state.number else { return }
        state.number = setting.number
        guard let deadline = setting.deadline else { return timer.set(after: nil) }
        // The clock is never below zero, so this cannot overflow.
        timer.set(after: max(deadline, state.lastRing + Self.rest, 0) - now())
      }
    }

    private func noteRing() {
      let time = now()
      state.withLock { $0.lastRing = time }
    }
  }

  /// A timer of the kernel, as a descriptor that becomes readable when the timer expires.
  ///
  /// It uses `CLOCK_BOOTTIME`, which continues while the machine sleeps.
  @safe
  struct KernelTimer: Sendable {
    private typealias Create = @convention(c) (Int32, Int32) -> Int32
    private typealias SetTime =
      @convention(c) (Int32, Int32, UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32

    /// The system calls, which Swift's import of the C library omits.
    private static let create = unsafe find("timerfd_create", as: Create.self)
    private static let setTime = unsafe find("timerfd_settime", as: SetTime.self)

    let descriptor: Int32

    // Safe, because it is only called with a setting that lives for the whole call.
    private let setTime: SetTime

    /// Creates a timer that is not set, or returns `nil` if the process cannot have one.
    init?() {
      guard let create = Self.create, let setTime = unsafe Self.setTime else { return nil }
      descriptor = create(CLOCK_BOOTTIME, O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      unsafe self.setTime = setTime
    }

    /// Sets the timer to expire after a delay in nanoseconds, or clears it.
    func set(after delay: Int64?) {
      // An `itimerspec`: seconds and nanoseconds of the repetition, and then of the first
      // expiration.
      var setting: (Int, Int, Int, Int) = (0, 0, 0, 0)
      if let delay {
        // A delay of zero would clear the timer.
        let (seconds, rest) = max(1, delay).quotientAndRemainder(dividingBy: 1_000_000_000)
        (setting.2, setting.3) = (Int(clamping: seconds), Int(rest))
      }
      // Fails only for invalid times, and for descriptors that are not timers.
      let result = unsafe setTime(descriptor, 0, &setting, nil)
      precondition(result == 0, "timerfd_settime: error \(errno)")
    }

    /// Makes the descriptor unreadable until the timer expires again.
    func acknowledge() {
      var expirations: UInt64 = 0
      // If no data is available, the timer has been set again.
      _ = unsafe read(descriptor, &expirations, MemoryLayout<UInt64>.size)
    }

    /// Closes the descriptor.
    func close() {
      #if canImport(Glibc)
        Glibc.close(descriptor)
      #else
        Musl.close(descriptor)
      #endif
    }

    @unsafe private static func find<Function>(
      _ name: String, as type: Function.Type
    ) -> Function? {
      unsafe dlsym(nil, name).map { unsafe unsafeBitCast($0, to: type) }
    }
  }

#endif
