#if os(Linux)

  import CGround
  import Glibc
  import Synchronization

  /// Reports ``ProcessEvent/timeZoneChanged``, when the files that name the
  /// system's time zone say something else.
  final class TimeZoneSource: EventSource {
    /// The contents of the files.
    struct Setting: Sendable, Hashable {
      /// The target of `localtime`, or `nil` if it is no link.
      var localtimeTarget: String?
      /// When `localtime` itself was last changed, should it be a plain file.
      var localtimeChanged: Duration?
      /// The contents of `timezone`.
      var name: String?
    }

    private let folder: String
    private let useNewZone: @Sendable () -> Void
    private let watch = Mutex<DescriptorWatch?>(nil)
    private let latest = Mutex<Setting?>(nil)

    /// Makes the source.
    ///
    /// - Parameters:
    ///   - folder: Where `localtime` and `timezone` are.
    ///   - useNewZone: Makes the process use the new zone, before listeners are
    ///     notified.
    init(
      folder: String,
      useNewZone: @escaping @Sendable () -> Void = TimeZoneSource.resetTimeZone
    ) {
      self.folder = folder
      self.useNewZone = useNewZone
    }

    func availability() -> EventAvailability {
      do throws(ProcessLifecycleError) {
        try openWatch {}.close()
        return .available(by: "inotify on \(folder)")
      } catch {
        return .unavailable(reason: error.message)
      }
    }

    func start(
      _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
    ) throws(ProcessLifecycleError) {
      let opened = try openWatch { [self] in
        guard takeChange() else { return }
        useNewZone()
        _ = deliver(ProcessEventContext(.timeZoneChanged))
      }
      watch.withLock { $0 = opened }
      // After the watch is open: what changes from here on is noticed.
      latest.withLock { $0 = $0 ?? setting() }
    }

    func stop() {
      watch.withLock { $0.take() }?.close()
    }

    /// Makes the C library and Foundation read the system's time zone again.
    static let resetTimeZone: @Sendable () -> Void = {
      tzset()
      lifecycle_reset_foundation_time_zone()
    }

    /// Watches the folder, because tools replace the files instead of writing
    /// to them.
    private func openWatch(
      _ changed: @escaping @Sendable () -> Void
    ) throws(ProcessLifecycleError) -> DescriptorWatch {
      try FileChanges.watch(
        folder,
        kinds: UInt32(IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE),
        for: .timeZoneChanged, changed: changed)
    }

    /// Reads the setting again.
    ///
    /// - Returns: Whether there is one and it is another: while a file is being
    ///   replaced there is none.
    private func takeChange() -> Bool {
      let now = setting()
      guard now.localtimeTarget != nil || now.localtimeChanged != nil else { return false }
      return latest.withLock { latest in
        defer { latest = now }
        return latest != now
      }
    }

    private func setting() -> Setting {
      let localtime = folder + "/localtime"
      let target = destination(ofLinkAt: localtime)
      return Setting(
        localtimeTarget: target,
        localtimeChanged: target == nil ? changeTime(ofFileAt: localtime) : nil,
        // A file that has just been made and not been written yet says nothing.
        name: contents(ofFileAt: folder + "/timezone").flatMap { $0.isEmpty ? nil : $0 })
    }
  }

#endif
