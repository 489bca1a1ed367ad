#if os(Linux)

  import CGround
  import Glibc
  import Synchronization

  /// Reports ``ProcessEvent/timeZoneChanged`` when the files with the time zone of the system
  /// change.
  final class TimeZoneSource: EventSource {
    /// The contents of the files.
    struct Setting: Sendable, Hashable {
      /// The target of `localtime`, or `nil` if it is not a link.
      var localtimeTarget: String?
      /// The time of the last change of `localtime`, if it is a regular file.
      var localtimeChanged: Duration?
      /// The contents of `timezone`.
      var name: String?
    }

    private let folder: String
    private let useNewZone: @Sendable () -> Void
    private let watch = Mutex<DescriptorWatch?>(nil)
    private let latest = Mutex<Setting?>(nil)

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - folder: The folder of `localtime` and `timezone`.
    ///   - useNewZone: Makes the process use the new time zone, before listeners are notified.
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
      // The setting is read after the watch was opened, so all later changes are detected.
      latest.withLock { $0 = $0 ?? setting() }
    }

    func stop() {
      watch.withLock { $0.take() }?.close()
    }

    /// Makes the C library and Foundation read the time zone of the system again.
    static let resetTimeZone: @Sendable () -> Void = {
      tzset()
      lifecycle_reset_foundation_time_zone()
    }

    /// Watches the folder, because tools replace the files instead of writing to them.
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
    /// - Returns: `true` if the setting is available and has changed. It is not available while a
    ///   file is being replaced.
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
        // A file that was just created may still be empty.
        name: contents(ofFileAt: folder + "/timezone").flatMap { $0.isEmpty ? nil : $0 })
    }
  }

#endif
