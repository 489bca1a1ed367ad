/// The current file of a log, which is the state that the log's lock protects.
///
/// An ``Outcome`` collects steps that need no lock or must not hold it.
struct LogWriter: Sendable {
  /// The steps to take after unlocking.
  struct Outcome: Sendable {
    /// The errors to report.
    var errors: [KhalaLogError] = []
    /// The files to hand over and close.
    var finished: [LogFile] = []
  }

  /// The reason why lines currently cannot be written.
  private struct Failure: Sendable {
    var error: KhalaLogError
    /// The second of the last attempt.
    var moment: LogMoment
    /// The number of lines that were lost since then.
    var lostLines = 0
  }

  private let folder: LogFolder
  private let fileSizeCap: Int
  private var file: LogFile?
  /// The file that was opened most recently.
  private var lastName: LogFileName?
  /// The second of the last check that the file was unchanged from outside.
  private var checked: LogMoment?
  private var failure: Failure?
  /// The task that waits for midnight while the log is enabled.
  private var midnights: Task<Void, Never>?

  init(folder: LogFolder, fileSizeCap: Int) {
    self.folder = folder
    self.fileSizeCap = fileSizeCap
  }

  /// Indicates whether the log is enabled.
  var isEnabled: Bool { midnights != nil }

  /// Indicates whether lines currently cannot be written.
  var isFailing: Bool { failure != nil }

  // MARK: - On and off

  /// Enables the log, with a task that waits for each midnight.
  mutating func enable(midnights: Task<Void, Never>) {
    self.midnights = midnights
  }

  /// Opens the file of the day before its first line.
  mutating func prepare(at moment: LogMoment, _ outcome: inout Outcome) {
    guard isEnabled, file == nil, failure == nil else { return }
    do throws(KhalaLogError) {
      try open(on: moment.day, room: 0, &outcome)
    } catch {
      outcome.errors.append(error)
      failure = Failure(error: error, moment: moment)
    }
  }

  /// Closes the file, which can be continued later, and disables the log.
  mutating func disable(_ outcome: inout Outcome) {
    midnights?.cancel()
    midnights = nil
    close(&outcome)
    succeed(&outcome)
  }

  /// Finishes the current file if it is of an earlier day.
  mutating func rollOver(at moment: LogMoment, _ outcome: inout Outcome) {
    guard let file, file.name.day < moment.day else { return }
    outcome.finished.append(file)
    self.file = nil
  }

  /// Returns a descriptor of the current file, with which to wait until its lines are on the disk.
  func duplicate() throws(KhalaLogError) -> (descriptor: Int32, path: String)? {
    guard let file else { return nil }
    return (try file.duplicate(), file.path)
  }

  // MARK: - Lines

  /// Writes a line.
  ///
  /// While writing fails, it is retried once per second.
  mutating func append(_ line: [UInt8], at moment: LogMoment, _ outcome: inout Outcome) {
    guard isEnabled else { return }
    guard failure?.moment != moment else {
      failure?.lostLines += 1
      return
    }
    do throws(KhalaLogError) {
      try put(line, at: moment, &outcome)
      succeed(&outcome)
    } catch {
      outcome.errors.append(error.losing(line, besides: failure?.lostLines ?? 0))
      failure = Failure(error: error, moment: moment)
    }
  }

  private mutating func put(
    _ line: [UInt8], at moment: LogMoment, _ outcome: inout Outcome
  ) throws(KhalaLogError) {
    if checked != moment {
      checked = moment
      do throws(KhalaLogError) {
        try file?.check()
      } catch {
        outcome.errors.append(error)
        close(&outcome)
      }
    }
    guard line.count <= fileSizeCap else {
      outcome.errors.append(.tooLong(line, cap: fileSizeCap, folder: folder.path))
      return
    }
    // A line that is older than its file stays in that file: the clock was set back, or a line of
    // the next day was faster.
    if let file, moment.day > file.name.day || file.size + line.count > fileSizeCap {
      outcome.finished.append(file)
      self.file = nil
    }
    if file == nil { try open(on: moment.day, room: line.count, &outcome) }
    do throws(KhalaLogError) {
      try file?.append(line)
    } catch {
      // The next attempt claims the file again, which removes the incomplete line.
      close(&outcome)
      throw error
    }
  }

  /// Opens a file with room for a line: the newest unlocked one of the day, or a new one.
  private mutating func open(
    on day: LogDay, room: Int, _ outcome: inout Outcome
  ) throws(KhalaLogError) {
    try folder.create()
    let entries = try folder.entries().filter { $0.name.day == day }
    // Lines in an earlier file would be out of order.
    for entry in entries.reversed()
    where !entry.isHandedOver && entry.name >= lastName ?? entry.name {
      guard let found = try folder.claim(entry.name) else { continue }
      if found.size + room <= fileSizeCap { return use(found) }
      outcome.finished.append(found)
      break
    }
    // The last file may have been removed.
    let names = entries.map(\.name) + [lastName].compactMap { $0?.day == day ? $0 : nil }
    var name = LogFileName(day: day, index: names.max().map { $0.index + 1 } ?? 0)
    while true {
      if let new = try folder.claim(name, isNew: true) { return use(new) }
      // Another process was faster.
      name = LogFileName(day: day, index: name.index + 1)
    }
  }

  private mutating func use(_ file: LogFile) {
    self.file = file
    lastName = file.name
  }

  private mutating func close(_ outcome: inout Outcome) {
    do throws(KhalaLogError) {
      try file?.close()
    } catch {
      outcome.errors.append(error)
    }
    file = nil
  }

  /// Records that lines can be written again, and reports the lines that were lost since the last
  /// report.
  private mutating func succeed(_ outcome: inout Outcome) {
    guard let failure else { return }
    if failure.lostLines > 0 {
      var report = failure.error
      report.lostLines = failure.lostLines
      outcome.errors.append(report)
    }
    self.failure = nil
  }
}
