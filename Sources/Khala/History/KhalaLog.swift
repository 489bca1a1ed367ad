import Dispatch
import Foundation
import Synchronization

/// Writes a line for every request, so that it is there whatever comes after.
///
/// ```
/// 2018-12-01 02:06:54  kl://SwiftClass/double  {"test":"666"}
/// ```
///
/// When ``write(url:parameters:)`` returns, the line is in the file, even if the
/// process is killed right then. (A power failure is another matter: see
/// ``flush()``.) While a file is being written it ends in zero bytes, which are
/// cut off when it is closed, or after an exit or a crash when the log is next
/// enabled.
///
/// There is one file a day in UTC, `2018-12-01.log`, and when that has reached
/// ``KhalaLogConfiguration/fileSizeCap``, `2018-12-01.1.log` and so on. Processes
/// that share a folder do not share files: whichever comes second takes the next
/// number.
///
/// - Concurrency: May be used from any thread. Lines of one thread are in the
///   order in which it wrote them.
public final class KhalaLog: Sendable {
  // Nothing is done at exit. The lines are in the file, the next run completes
  // what an exit leaves just as it does what a crash leaves, and an exit is not
  // always reported; so code at exit would run too seldom to be relied on.

  private let configuration: KhalaLogConfiguration
  private let redaction: LogRedaction
  private let folder: LogFolder
  private let writer: Mutex<LogWriter>
  /// The state of the writer, to be read without its lock.
  private let isWriting = Atomic(false)
  private let queue = DispatchQueue(label: "Khala.log", qos: .utility)
  private let isOnQueue = DispatchSpecificKey<Bool>()

  /// Creates a log that is not enabled, and touches no file.
  public init(configuration: KhalaLogConfiguration = KhalaLogConfiguration()) {
    precondition(
      configuration.fileSizeCap > 0 && configuration.totalSizeCap > 0,
      "The caps of a KhalaLogConfiguration must be above zero.")
    self.configuration = configuration
    redaction = LogRedaction(keys: configuration.redactedKeys)
    folder = LogFolder(url: configuration.folder, reserve: configuration.reserve)
    writer = Mutex(LogWriter(plan: configuration.plan, folder: folder))
    queue.setSpecific(key: isOnQueue, value: true)
  }

  deinit {
    writer.withLock { $0.midnights?.cancel() }
  }

  /// A Boolean value that indicates whether requests are written; false at first.
  ///
  /// Enabling makes the folder, completes what a crash left behind and hands
  /// over what is finished, all of it on a queue of the log. Disabling closes
  /// the current file, which is continued when the log is enabled again on the
  /// same day.
  public var isEnabled: Bool {
    get { isWriting.load(ordering: .relaxed) }
    set {
      var outcome = LogWriter.Outcome()
      let hasChanged = writer.withLock { writer in
        guard writer.isEnabled != newValue else { return false }
        if newValue {
          writer.enable()
          writer.midnights = followDays()
        } else {
          writer.disable(&outcome)
          writer.midnights?.cancel()
          writer.midnights = nil
        }
        isWriting.store(newValue, ordering: .relaxed)
        return true
      }
      if hasChanged, newValue { queue.async { self.begin() } }
      perform(outcome)
    }
  }

  /// Writes a line, if the log is enabled.
  ///
  /// Values that JSON has no form for are written as the text that describes
  /// them, and every value of a ``KhalaLogConfiguration/redactedKeys`` as `•••`.
  public func write(url: String, parameters: [String: Any] = [:]) {
    guard isEnabled else { return }
    let moment = LogMoment(configuration.now())
    let line = LogLine.bytes(at: moment, url: url, parameters: parameters, redaction: redaction)
    var outcome = LogWriter.Outcome()
    writer.withLock { $0.append(line, at: moment, &outcome) }
    perform(outcome)
  }

  /// Returns when the lines so far are on the disk, where they outlast a power
  /// failure, and finished files were handed over.
  ///
  /// Called by ``KhalaLogConfiguration/onFinishedFile``, it waits for the disk
  /// only.
  public func flush() {
    do throws(KhalaLogError) {
      try synchronise()
    } catch {
      configuration.errorHandler(error)
    }
    waitForQueue()
  }

  /// Disables the log, and returns when its files are complete and finished ones
  /// were handed over.
  ///
  /// It may be enabled again. Called by
  /// ``KhalaLogConfiguration/onFinishedFile``, it does not wait.
  public func close() {
    isEnabled = false
    waitForQueue()
  }

  // MARK: - Without the lock

  private func perform(_ outcome: LogWriter.Outcome) {
    for error in outcome.errors { configuration.errorHandler(error) }
    guard !outcome.finished.isEmpty else { return }
    queue.async {
      for file in outcome.finished { self.finish(file) }
      self.removeExcess()
    }
  }

  private func synchronise() throws(KhalaLogError) {
    let current = try writer.withLock { (writer) throws(KhalaLogError) in
      try writer.duplicate()
    }
    guard let current else { return }
    defer { Foundation.close(current.descriptor) }
    guard fsync(current.descriptor) == 0 else {
      throw .systemCall("fsync", .fileUnavailable, path: current.path, number: errno)
    }
  }

  private func waitForQueue() {
    guard DispatchQueue.getSpecific(key: isOnQueue) == nil else { return }
    queue.sync {}
  }

  // MARK: - Days

  /// Finishes the file of a day when the day ends, lines or not.
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

  /// Opens the file of the day, and finishes what earlier runs left behind; the
  /// latter even if the log has been disabled again.
  private func begin() {
    let moment = LogMoment(configuration.now())
    var outcome = LogWriter.Outcome()
    let isFailing = writer.withLock { writer in
      writer.prepare(at: moment, &outcome)
      return writer.isFailing
    }
    perform(outcome)
    guard !isFailing else { return }
    report {
      () throws(KhalaLogError) in
      try folder.create()
      let entries = try folder.entries()
      // Asked only now, so that no entry is of a later day: the writer may have
      // begun one since, and let it go.
      let today = LogMoment(configuration.now()).day
      let continued = configuration.plan.continuable(on: today, in: entries, after: nil).first
      for name in configuration.plan.notHandedOver(in: entries) {
        guard case .claimed(let file) = try folder.claim(name), !file.isHandedOver else { continue }
        if name == continued {
          // It has no owner, because the log has been disabled again.
          try file.close()
        } else {
          finish(file)
        }
      }
    }
    removeExcess()
  }

  /// Completes a file and hands it over.
  private func finish(_ file: LogFile) {
    report {
      () throws(KhalaLogError) in
      try file.trim()
      if file.length > 0, let handOver = configuration.onFinishedFile {
        handOver(folder.url(of: file.name))
        try file.markHandedOver()
      }
      try file.close()
    }
  }

  private func removeExcess() {
    report {
      () throws(KhalaLogError) in
      try configuration.plan.removeExcess(of: try folder.entries()) {
        (name) throws(KhalaLogError) in try folder.remove(name)
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
