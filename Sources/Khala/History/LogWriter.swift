/// The writing of a log's lines: the state behind its lock.
///
/// What is to be done without the lock is noted in an ``Outcome``.
struct LogWriter: Sendable {
  /// The steps to take after unlocking.
  struct Outcome: Sendable {
    /// To be reported.
    var errors: [KhalaLogError] = []
    /// To be completed and handed over.
    var finished: [LogFile] = []
  }

  /// Why lines cannot be written at present.
  private struct Failure: Sendable {
    var error: KhalaLogError
    /// When it was tried last.
    var moment: LogMoment
    /// The lines that were not written since then.
    var lostLines = 0
  }

  private let plan: LogPlan
  private let folder: LogFolder
  private var file: LogFile?
  private var staging: LogStaging?
  /// The file that was begun or continued last.
  private var lastName: LogFileName?
  /// The time at which the file was last found to be undisturbed.
  private var checked: LogMoment?
  private var failure: Failure?

  /// A Boolean value that indicates whether lines are written.
  private(set) var isEnabled = false

  /// A Boolean value that indicates whether lines cannot be written at present.
  var isFailing: Bool { failure != nil }

  /// Waits for the days to end, while the log is enabled.
  var midnights: Task<Void, Never>?

  init(plan: LogPlan, folder: LogFolder) {
    self.plan = plan
    self.folder = folder
  }

  // MARK: - On and off

  /// Begins to take lines.
  mutating func enable() {
    isEnabled = true
  }

  /// Opens the file of the day ahead of its first line.
  mutating func prepare(at moment: LogMoment, _ outcome: inout Outcome) {
    guard isEnabled, file == nil, failure == nil else { return }
    do throws(KhalaLogError) {
      try open(on: moment.day, room: 0, &outcome)
    } catch {
      outcome.errors.append(error)
      failure = Failure(error: error, moment: moment)
    }
  }

  /// Closes the file, which can be continued later, and takes no more lines.
  mutating func disable(_ outcome: inout Outcome) {
    isEnabled = false
    letGo(&outcome)
    staging = nil
    succeed(&outcome)
  }

  /// Finishes the file if its day is over.
  mutating func rollOver(at moment: LogMoment, _ outcome: inout Outcome) {
    guard let file, file.name.day < moment.day else { return }
    outcome.finished.append(file)
    self.file = nil
  }

  /// A descriptor of the current file, to wait until its lines are on the disk.
  func duplicate() throws(KhalaLogError) -> (descriptor: Int32, path: String)? {
    guard let file else { return nil }
    return (try file.duplicate(), file.path)
  }

  // MARK: - Lines

  /// Writes a line.
  ///
  /// While lines cannot be written, it is tried again once a second.
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
        letGo(&outcome)
      }
    }
    let file = try file(for: line, on: moment.day, &outcome)
    guard let file, let staging else { return }
    do throws(KhalaLogError) {
      try file.append(line, through: staging)
    } catch {
      guard error.code == .fileDisturbed else { throw error }
      outcome.errors.append(error)
      letGo(&outcome)
      try open(on: moment.day, room: line.count, &outcome)
      try self.file?.append(line, through: staging)
    }
  }

  /// The file that a line belongs into; nil if there is none that it fits into.
  private mutating func file(
    for line: [UInt8], on day: LogDay, _ outcome: inout Outcome
  ) throws(KhalaLogError) -> LogFile? {
    if let file {
      switch plan.fit(line.count, of: day, into: file.name, length: file.length) {
      case .append: return file
      case .rotate:
        outcome.finished.append(file)
        self.file = nil
      case .tooLong: break
      }
    }
    guard line.count <= plan.fileSizeCap else {
      outcome.errors.append(.tooLong(line, cap: plan.fileSizeCap, folder: folder.path))
      return nil
    }
    try open(on: day, room: line.count, &outcome)
    return file
  }

  /// Opens a file with room for a line: one of the day that is not locked, or else
  /// a new one.
  private mutating func open(
    on day: LogDay, room: Int, _ outcome: inout Outcome
  ) throws(KhalaLogError) {
    try folder.create()
    if staging == nil { staging = try folder.makeStaging() }
    let entries = try folder.entries()
    for name in plan.continuable(on: day, in: entries, after: lastName) {
      guard case .claimed(let found) = try folder.claim(name), !found.isHandedOver else { continue }
      if plan.fit(room, of: day, into: name, length: found.length) == .append {
        return use(found)
      }
      outcome.finished.append(found)
      break
    }
    var name = plan.nextName(on: day, in: entries, after: lastName)
    while true {
      if case .claimed(let new) = try folder.make(name) { return use(new) }
      // Another process was quicker.
      name = LogFileName(day: day, index: name.index + 1)
    }
  }

  private mutating func use(_ file: LogFile) {
    self.file = file
    lastName = file.name
  }

  /// Closes the current file.
  private mutating func letGo(_ outcome: inout Outcome) {
    do throws(KhalaLogError) {
      try file?.close()
    } catch {
      outcome.errors.append(error)
    }
    file = nil
  }

  /// Notes that lines can be written, and tells of those that could not since
  /// the last report.
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
