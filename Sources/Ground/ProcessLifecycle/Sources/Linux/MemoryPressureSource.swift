#if os(Linux)

  import Glibc
  import Synchronization

  /// Reports ``ProcessEvent/memoryPressure``.
  ///
  /// It uses the kernel's measurement of how long tasks wait for memory, and the limits of the
  /// process's control group. One of them is sufficient.
  final class MemoryPressureSource: EventSource {
    /// The paths of the kernel's files.
    struct Places: Sendable {
      /// The pressure file of the whole system.
      var pressure: String
      /// The file with the counters of the control group, or `nil` without a group.
      var limitEvents: String?
    }

    /// Requests a notification when tasks have waited 150 ms within two seconds.
    ///
    /// Without privileges, the kernel only allows two seconds or a multiple.
    private static let trigger = "some 150000 2000000"

    private let places: Places
    private let watches = Mutex<[DescriptorWatch]>([])

    init(places: Places) {
      self.places = places
    }

    func availability() -> EventAvailability {
      do throws(ProcessLifecycleError) {
        let (watches, means) = try openWatches { _ in Delivery() }
        for watch in watches { watch.close() }
        return .available(by: means)
      } catch {
        return .unavailable(reason: error.message)
      }
    }

    func start(
      _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
    ) throws(ProcessLifecycleError) {
      let (opened, _) = try openWatches(deliver)
      watches.withLock { $0 = opened }
    }

    func stop() {
      let opened = watches.withLock { watches in
        defer { watches = [] }
        return watches
      }
      for watch in opened { watch.close() }
    }

    /// Opens all available watches, and returns a description of them.
    private func openWatches(
      _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
    ) throws(ProcessLifecycleError) -> (watches: [DescriptorWatch], means: String) {
      var watches: [DescriptorWatch] = []
      var means: [String] = []
      var reasons: [String] = []
      do throws(ProcessLifecycleError) {
        watches.append(try watchPressure(deliver))
        means.append(places.pressure)
      } catch {
        reasons.append(error.message)
      }
      if let path = places.limitEvents {
        do throws(ProcessLifecycleError) {
          watches.append(try watchLimits(path, deliver))
          means.append(path)
        } catch {
          reasons.append(error.message)
        }
      } else {
        reasons.append("the process has no control group with memory limits")
      }
      guard !watches.isEmpty else {
        throw ProcessLifecycleError(
          .eventUnavailable, event: .memoryPressure, message: reasons.joined(separator: "; "))
      }
      return (watches, means.joined(separator: " and "))
    }

    private func watchPressure(
      _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
    ) throws(ProcessLifecycleError) -> DescriptorWatch {
      let path = places.pressure
      let file = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else {
        throw .systemCall("open(\(path))", event: .memoryPressure, number: errno)
      }
      // The kernel also requires the terminating zero.
      let length = Self.trigger.utf8.count + 1
      guard unsafe write(file, Self.trigger, length) == length else {
        let number = errno
        close(file)
        throw .systemCall(
          "write(\(path), \"\(Self.trigger)\")", event: .memoryPressure, number: number)
      }
      let poll: Int32
      do throws(ProcessLifecycleError) {
        poll = try LinuxCalls.makeUrgencyPoll(around: file)
      } catch {
        close(file)
        throw error
      }
      return DescriptorWatch(poll, file, label: "memoryPressure") { _ in
        let stall = contents(ofFileAt: path).flatMap { PressureStall($0) }
        let pressure = MemoryPressure(
          level: stall?.level ?? .warning, stalledShare: stall?.someShare)
        _ = deliver(ProcessEventContext(.memoryPressure, memoryPressure: pressure))
      }
    }

    private func watchLimits(
      _ path: String,
      _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
    ) throws(ProcessLifecycleError) -> DescriptorWatch {
      guard let first = contents(ofFileAt: path).flatMap({ MemoryLimitEvents($0) }) else {
        throw ProcessLifecycleError(
          .eventUnavailable, event: .memoryPressure, message: "\(path) cannot be read")
      }
      let latest = MemoryLimitCounters(first)
      return try FileChanges.watch(path, kinds: UInt32(IN_MODIFY), for: .memoryPressure) {
        guard let now = contents(ofFileAt: path).flatMap({ MemoryLimitEvents($0) }),
          let level = latest.update(to: now)
        else { return }
        let pressure = MemoryPressure(level: level)
        _ = deliver(ProcessEventContext(.memoryPressure, memoryPressure: pressure))
      }
    }
  }

  /// The counters of a control group when they were last read.
  private final class MemoryLimitCounters: Sendable {
    private let latest: Mutex<MemoryLimitEvents>

    init(_ first: MemoryLimitEvents) {
      latest = Mutex(first)
    }

    /// Stores the current counters.
    ///
    /// - Returns: The urgency of the change, or `nil` if no counter has increased.
    func update(to now: MemoryLimitEvents) -> MemoryPressure.Level? {
      latest.withLock { latest in
        defer { latest = now }
        return now.level(since: latest)
      }
    }
  }

  extension MemoryPressureSource.Places {
    /// The files of this machine and of the process's control group.
    static var system: Self {
      Self(
        pressure: "/proc/pressure/memory",
        limitEvents: contents(ofFileAt: "/proc/self/cgroup").flatMap(limitEvents(fromCgroup:)))
    }

    /// Returns the path of the counters for a process whose `/proc/self/cgroup` contains `text`.
    ///
    /// It is the path of the group of the unified hierarchy. The root group has no limits, so the
    /// result for it is `nil`.
    static func limitEvents(fromCgroup text: String) -> String? {
      for line in text.split(separator: "\n") where line.hasPrefix("0::/") {
        let group = line.dropFirst("0::".count)
        return group == "/" ? nil : "/sys/fs/cgroup\(group)/memory.events"
      }
      return nil
    }
  }

#endif
