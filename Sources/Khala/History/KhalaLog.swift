import Dispatch
import Foundation
import Synchronization

/// Writes a line for every call, before the call is made.
///
/// ```
/// 2018-12-01 02:06:54  kl://SwiftClass/double  {"test":"666"}
/// ```
///
/// When ``write(url:parameters:)`` returns, the operating system has the line, even if the process
/// is killed right after it. After a power failure, only lines before the last ``flush()`` are
/// certain to exist.
///
/// A file holds the lines of one day in UTC: `2018-12-01.log`. When it reaches
/// ``KhalaLogConfiguration/fileSizeCap``, the log continues in `2018-12-01.1.log`, and so on.
/// Processes that share a folder do not share files: each takes the next free number.
///
/// - Concurrency: May be used from any thread. Lines of one thread keep their order.
public final class KhalaLog: Sendable {
  private let configuration: KhalaLogConfiguration
  private let redaction: LogRedaction
  private let folder: LogFolder
  private let writer: Mutex<LogWriter>
  /// The state of the writer, readable without its lock.
  private let isWriting = Atomic(false)
  private let queue = DispatchQueue(label: "Khala.log", qos: .utility)
  private let isOnQueue = DispatchSpecificKey<Bool>()

  /// Creates a disabled log.
  ///
  /// It does not access the file system.
  public init(configuration: KhalaLogConfiguration = KhalaLogConfiguration()) {
    precondition(
      configuration.fileSizeCap > 0 && configuration.totalSizeCap > 0,
      "The caps of a KhalaLogConfiguration must be above zero.")
    self.configuration = configuration
    redaction = LogRedaction(keys: configuration.redactedKeys)
    folder = LogFolder(url: configuration.folder)
    writer = Mutex(LogWriter(folder: folder, fileSizeCap: configuration.fileSizeCap))
    queue.setSpecific(key: isOnQueue, value: true)
  }

  deinit {
    var outcome = LogWriter.Outcome()
    writer.withLock { $0.disable(&outcome) }
    for error in outcome.errors { configuration.errorHandler(error) }
  }

  /// A Boolean value that indicates whether calls are written, `false` by default.
  ///
  /// If you enable the log, it creates the folder, repairs files that a crash left behind, and
  /// hands over finished ones. All of this runs on a queue of the log. If you disable it, the
  /// current file is closed. It is continued if the log is enabled again on the same day.
  public var isEnabled: Bool {
    get { isWriting.load(ordering: .relaxed) }
    set {
      var outcome = LogWriter.Outcome()
      let hasChanged = writer.withLock { writer in
        guard writer.isEnabled != newValue else { return false }
        if newValue {
          writer.enable(midnights: followDays())
        } else {
          writer.disable(&outcome)
        }
        isWriting.store(newValue, ordering: .relaxed)
        return true
      }
      if hasChanged, newValue { queue.async { self.start() } }
      perform(outcome)
    }
  }

  /// Writes a line, if the log is enabled.
  ///
  /// Values without a JSON form are written as their descriptions, and the value of every key in
  /// ``KhalaLogConfiguration/redactedKeys`` as `•••`.
  public func write(url: String, parameters: [String: Any] = [:]) {
    guard isEnabled else { return }
    let moment = LogMoment(configuration.now())
    let line = LogLine.bytes(at: moment, url: url, parameters: parameters, redaction: redaction)
    var outcome = LogWriter.Outcome()
    writer.withLock { $0.append(line, at: moment, &outcome) }
    perform(outcome)
  }

  /// Waits until all lines so far are on the disk, where they survive a power failure, and finished
  /// files are handed over.
  ///
  /// If ``KhalaLogConfiguration/onFinishedFile`` calls this method, it waits for the disk only.
  public func flush() {
    report { () throws(KhalaLogError) in
      let current = try writer.withLock { (writer) throws(KhalaLogError) in
        try writer.duplicate()
      }
      guard let current else { return }
      defer { Foundation.close(current.descriptor) }
      guard fsync(current.descriptor) == 0 else {
        throw .systemCall("fsync", .fileUnavailable, path: current.path, number: errno)
      }
    }
    waitForQueue()
  }

  /// Disables the log, and waits until finished files are handed over.
  ///
  /// The log can be enabled again. If ``KhalaLogConfiguration/onFinishedFile`` calls this method,
  /// it does not wait.
  public func close() {
    isEnabled = false
    waitForQueue()
  }

  private func waitForQueue() {
    guard DispatchQueue.getSpecific(key: isOnQueue) == nil else { return }
    queue.sync {}
  }

  /// Performs the steps of an outcome, without the lock.
  private func perform(_ outcome: LogWriter.Outcome) {
    for error in outcome.errors { configuration.errorHandler(error) }
    guard !outcome.finished.isEmpty else { return }
    queue.async {
      for file in outcome.finished { self.finish(file) }
      self.removeExcess()
    }
  }

  // MARK: - Days

  /// Finishes the file of a day at midnight, even if no line is written.
  private func followDays() -> Task<Void, Never> {
    Task.detached(priority: .utility) { [weak self, configuration] in
      while !Task.isCancelled {
        do {
          let wait = LogMoment.untilMidnight(from: configuration.now())
          try await configuration.clock.sleep(for: wait)
        } catch {
          // The log was disabled.
          return
        }
        self?.rollOver()
      }
    }
  }

  private func rollOver() {
    let moment = LogMoment(configuration.now())
    var outcome = LogWriter.Outcome()
    writer.withLock { $0.rollOver(at: moment, &outcome) }
    perform(outcome)
  }

  // MARK: - On the queue

  /// Opens the file of the day, and finishes the files of earlier runs, even if the log has been
  /// disabled again.
  private func start() {
    let moment = LogMoment(configuration.now())
    var outcome = LogWriter.Outcome()
    let isFailing = writer.withLock { writer in
      writer.prepare(at: moment, &outcome)
      return writer.isFailing
    }
    perform(outcome)
    guard !isFailing else { return }
    report { () throws(KhalaLogError) in
      try folder.create()
      let entries = try folder.entries().filter { !$0.isHandedOver }
      // Read after the listing, so that no entry is of a later day: the writer may have started and
      // closed a file since.
      let today = LogMoment(configuration.now()).day
      let continued = entries.last { $0.name.day == today }?.name
      for entry in entries {
        guard let file = try folder.claim(entry.name) else { continue }
        if entry.name == continued {
          // It is unclaimed only if the log has been disabled again.
          try file.close()
        } else {
          finish(file)
        }
      }
    }
    removeExcess()
  }

  /// Hands a file over and closes it.
  private func finish(_ file: LogFile) {
    report { () throws(KhalaLogError) in
      if file.size > 0, let handOver = configuration.onFinishedFile {
        handOver(folder.url(of: file.name))
        try file.markHandedOver()
      }
    }
    report(file.close)
  }

  /// Removes the oldest files until the total size is at most the cap.
  private func removeExcess() {
    report { () throws(KhalaLogError) in
      let entries = try folder.entries()
      var excess = entries.reduce(-configuration.totalSizeCap) { $0 + $1.size }
      for entry in entries where excess > 0 {
        if try folder.remove(entry.name) { excess -= entry.size }
      }
    }
  }

  private func report(_ work: () throws(KhalaLogError) -> Void) {
    do throws(KhalaLogError) {
      try work()
    } catch {
      configuration.errorHandler(error)
    }
  }
}
