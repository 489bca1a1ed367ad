#if os(Linux)

  import Glibc
  import Synchronization

  /// Reports ``ProcessEvent/wallClockChanged`` with a timer that the kernel cancels when the wall
  /// clock is set or the machine wakes.
  final class WallClockSource: EventSource {
    private let watch = Mutex<DescriptorWatch?>(nil)
    private let latest = Mutex(ClockReading.now)

    func availability() -> EventAvailability {
      do throws(ProcessLifecycleError) {
        close(try LinuxCalls.makeWallClockTimer())
        return .available(by: "timerfd")
      } catch {
        return .unavailable(reason: error.message)
      }
    }

    func start(
      _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
    ) throws(ProcessLifecycleError) {
      let timer = try LinuxCalls.makeWallClockTimer()
      do throws(ProcessLifecycleError) {
        try LinuxCalls.watchClockSetting(of: timer)
      } catch {
        close(timer)
        throw error
      }
      latest.withLock { $0 = .now }
      let opened = DescriptorWatch(timer, label: "wallClockChanged") { [self] timer in
        guard Self.clockWasSet(timer) else { return }
        _ = deliver(ProcessEventContext(.wallClockChanged, clockChange: takeChange()))
      }
      watch.withLock { $0 = opened }
    }

    func stop() {
      watch.withLock { $0.take() }?.close()
    }

    /// Returns the change since the last call.
    private func takeChange() -> ClockChange {
      latest.withLock { latest in
        let now = ClockReading.now
        defer { latest = now }
        return ClockChange(from: latest, to: now)
      }
    }

    /// Reads the timer and returns whether it was cancelled.
    ///
    /// After it was read, a cancelled timer detects further changes.
    private static func clockWasSet(_ timer: Int32) -> Bool {
      var expirations: UInt64 = 0
      let result = unsafe read(timer, &expirations, MemoryLayout<UInt64>.size)
      return result < 0 && errno == ECANCELED
    }
  }

  extension ClockReading {
    /// The current reading of the clocks.
    static var now: ClockReading {
      ClockReading(
        wall: time(of: CLOCK_REALTIME),
        monotonic: time(of: CLOCK_MONOTONIC),
        sinceBoot: time(of: CLOCK_BOOTTIME))
    }

    private static func time(of clock: clockid_t) -> Duration {
      var time = timespec()
      unsafe clock_gettime(clock, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }

#endif
