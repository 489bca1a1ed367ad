#if os(Linux)

  import Dispatch
  import ProcessLifecycle
  import Synchronization

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

#endif
