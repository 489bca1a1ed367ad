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
    /// The time of the machine since it started, sleep included, and the system's dates.
    ///
    /// What is due in an hour is due when an hour of real time has passed, also if
    /// the machine sleeps meanwhile: it is due at once when the machine wakes. So it
    /// is with `ContinuousClock`, which reads the same clock; `SuspendingClock` and
    /// Dispatch's timers stand still while the machine sleeps.
    ///
    /// It is waited for with one timer of the kernel. Where the process may have
    /// none, it is waited for with `ContinuousClock`.
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

  /// An alarm that is a timer of the kernel: to set it is one call of the system,
  /// and no thread waits.
  final class KernelAlarm: TimerAlarm {
    private struct State {
      var number: UInt64 = 0
      /// When it rang last.
      var lastRing: Int64 = .min
    }

    /// The pause before it rings again, in nanoseconds.
    ///
    /// Many timers that are close to each other are delivered together; to be
    /// woken for each of them would cost more than all that they do.
    private static let rest: Int64 = 200_000

    private let state = Mutex(State())
    private let timer: KernelTimer
    private let now: @Sendable () -> Int64
    private let source: SharedSource<any DispatchSourceRead>

    /// Makes an alarm that is not set.
    ///
    /// - Parameters:
    ///   - timer: The timer, which is closed when the alarm goes.
    ///   - now: What time it is.
    ///   - ring: What it calls, on a queue of its own.
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
      // Under the lock, so that the last decision is also the last to be carried
      // out.
      state.withLock { state in
        guard setting.number > state.number else { return }
        state.number = setting.number
        guard let deadline = setting.deadline else { return timer.set(after: nil) }
        // The clock is never before zero, so that this cannot overflow.
        timer.set(after: max(deadline, state.lastRing + Self.rest, 0) - now())
      }
    }

    private func noteRing() {
      let time = now()
      state.withLock { $0.lastRing = time }
    }
  }

  /// A timer of the kernel, as a descriptor that is readable when it has gone off.
  ///
  /// It goes by `CLOCK_BOOTTIME`, which goes on while the machine sleeps.
  @safe
  struct KernelTimer: Sendable {
    private typealias Create = @convention(c) (Int32, Int32) -> Int32
    private typealias SetTime =
      @convention(c) (Int32, Int32, UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32

    /// The calls, which Swift's view of the C library leaves out.
    private static let create = unsafe find("timerfd_create", as: Create.self)
    private static let setTime = unsafe find("timerfd_settime", as: SetTime.self)

    let descriptor: Int32

    // It is safe to use: it is only called with a setting that is there for as long
    // as the call.
    private let setTime: SetTime

    /// Makes a timer that is not set; nothing if the process may have none.
    init?() {
      guard let create = Self.create, let setTime = unsafe Self.setTime else { return nil }
      descriptor = create(CLOCK_BOOTTIME, O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      unsafe self.setTime = setTime
    }

    /// Has the timer go off after so many nanoseconds, or no more.
    func set(after delay: Int64?) {
      // An `itimerspec`: seconds and nanoseconds until it goes off again and again,
      // and until it goes off first.
      var setting: (Int, Int, Int, Int) = (0, 0, 0, 0)
      if let delay {
        // Nothing at all would mean no more.
        let (seconds, rest) = max(1, delay).quotientAndRemainder(dividingBy: 1_000_000_000)
        (setting.2, setting.3) = (Int(clamping: seconds), Int(rest))
      }
      // Fails only for times that are none, and descriptors that are no timers.
      let result = unsafe setTime(descriptor, 0, &setting, nil)
      precondition(result == 0, "timerfd_settime: error \(errno)")
    }

    /// Makes the descriptor unreadable until the timer goes off again.
    func acknowledge() {
      var expirations: UInt64 = 0
      // It has been set anew in the meantime if there is nothing to read.
      _ = unsafe read(descriptor, &expirations, MemoryLayout<UInt64>.size)
    }

    /// Gives the descriptor back.
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
