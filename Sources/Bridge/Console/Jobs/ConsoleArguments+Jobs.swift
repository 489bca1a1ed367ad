import TaskStore

// Jobs, and sets of them, as requests name them.
extension ConsoleArguments {
  /// The identifiers of jobs, if they are there; one alone may do without the array.
  func optionalJobIDs(_ name: String) throws(BridgeConsoleError) -> [JobID]? {
    guard let value = values[name], value != .null else { return nil }
    let ids = (value.array ?? [value]).map(\.jobID)
    guard !ids.isEmpty, !ids.contains(nil) else {
      throw misfit(name, "the number of a job, or an array of those", value)
    }
    return ids.compactMap(\.self)
  }

  /// The identifier of a job, if it is there.
  func optionalJobID(_ name: String) throws(BridgeConsoleError) -> JobID? {
    guard let value = values[name], value != .null else { return nil }
    guard let id = value.jobID else { throw misfit(name, "the number of a job", value) }
    return id
  }

  /// The states of jobs, if they are there.
  func optionalStates(_ name: String) throws(BridgeConsoleError) -> [JobRecord.State]? {
    guard let words = try optionalTexts(name) else { return nil }
    let all = JobRecord.State.all
    for word in words where !all.contains(where: { $0.rawValue == word }) {
      throw .unknown("state of jobs", word, among: all.map(\.rawValue), code: .badArgument)
    }
    return words.map { JobRecord.State(rawValue: $0) }
  }

  /// A truth value, false if it is left out.
  func flag(_ name: String) throws(BridgeConsoleError) -> Bool {
    guard let value = values[name], value != .null else { return false }
    guard let flag = value.bool else { throw misfit(name, "true or false", value) }
    return flag
  }

  /// A number of seconds above zero, if it is there.
  func optionalSeconds(_ name: String) throws(BridgeConsoleError) -> Duration? {
    guard let value = values[name], value != .null else { return nil }
    let seconds: Double? =
      switch value {
      case .integer(let number): Double(number)
      case .number(let number): number
      default: nil
      }
    guard let seconds, seconds > 0, seconds <= 86_400 * 366 else {
      throw misfit(name, "a number of seconds above 0, and at most a year", value)
    }
    return .seconds(seconds)
  }
}

extension ConsoleValue {
  /// The identifier of a job, as a number or as text.
  fileprivate var jobID: JobID? {
    if let integer { return JobID(Int64(integer)) }
    return string.flatMap { JobID($0) }
  }
}
