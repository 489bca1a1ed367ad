import TaskStore

/// The arguments of a request.
struct ConsoleArguments: Sendable {
  let command: String
  let values: [String: ConsoleValue]

  /// Returns a required string.
  func text(_ name: String) throws(BridgeConsoleError) -> String {
    guard let text = try optionalText(name) else {
      throw BridgeConsoleError(.badArgument, "'\(command)' needs the argument '\(name)', a string")
    }
    return text
  }

  /// Returns an optional string.
  func optionalText(_ name: String) throws(BridgeConsoleError) -> String? {
    guard let value = values[name], value != .null else { return nil }
    guard let text = value.string else { throw misfit(name, "a text", value) }
    return text
  }

  /// Returns an optional integer.
  func optionalInteger(_ name: String) throws(BridgeConsoleError) -> Int? {
    guard let value = values[name], value != .null else { return nil }
    guard let number = value.integer else { throw misfit(name, "a whole number", value) }
    return number
  }

  /// Returns an optional array of strings.
  ///
  /// A single string needs no array.
  func optionalTexts(_ name: String) throws(BridgeConsoleError) -> [String]? {
    guard let value = values[name], value != .null else { return nil }
    if let text = value.string { return [text] }
    guard let array = value.array else { throw misfit(name, "an array of strings", value) }
    let texts = array.compactMap(\.string)
    guard texts.count == array.count else { throw misfit(name, "an array of strings", value) }
    return texts
  }

  /// Returns an optional object.
  func optionalObject(_ name: String) throws(BridgeConsoleError) -> [String: ConsoleValue]? {
    guard let value = values[name], value != .null else { return nil }
    guard case .object(let members) = value else { throw misfit(name, "an object", value) }
    return members
  }

  /// Returns one of several words.
  ///
  /// An optional argument defaults to the first word.
  func choice(
    _ name: String, of words: [String], isOptional: Bool = false
  ) throws(BridgeConsoleError) -> String {
    if isOptional, values[name] == nil { return words[0] }
    let word = try text(name)
    guard words.contains(word) else {
      throw .unknown("'\(name)' of '\(command)'", word, among: words, code: .badArgument)
    }
    return word
  }

  func misfit(
    _ name: String, _ wanted: String, _ value: ConsoleValue
  ) -> BridgeConsoleError {
    BridgeConsoleError(
      .badArgument, "the argument '\(name)' of '\(command)' must be \(wanted), not \(value)")
  }
}

// Arguments that name jobs and sets of jobs.
extension ConsoleArguments {
  /// Returns optional identifiers of jobs.
  ///
  /// A single identifier needs no array.
  func optionalJobIDs(_ name: String) throws(BridgeConsoleError) -> [JobID]? {
    guard let value = values[name], value != .null else { return nil }
    let ids = (value.array ?? [value]).map(\.jobID)
    guard !ids.isEmpty, !ids.contains(nil) else {
      throw misfit(name, "the number of a job, or an array of such numbers", value)
    }
    return ids.compactMap(\.self)
  }

  /// Returns an optional identifier of a job.
  func optionalJobID(_ name: String) throws(BridgeConsoleError) -> JobID? {
    guard let value = values[name], value != .null else { return nil }
    guard let id = value.jobID else { throw misfit(name, "the number of a job", value) }
    return id
  }

  /// Returns optional states of jobs.
  func optionalStates(_ name: String) throws(BridgeConsoleError) -> [JobRecord.State]? {
    guard let words = try optionalTexts(name) else { return nil }
    let all = JobRecord.State.all
    for word in words where !all.contains(where: { $0.rawValue == word }) {
      throw .unknown("state of jobs", word, among: all.map(\.rawValue), code: .badArgument)
    }
    return words.map { JobRecord.State(rawValue: $0) }
  }

  /// Returns a Boolean argument, `false` by default.
  func flag(_ name: String) throws(BridgeConsoleError) -> Bool {
    guard let value = values[name], value != .null else { return false }
    guard let flag = value.bool else { throw misfit(name, "true or false", value) }
    return flag
  }

  /// Returns an optional positive number of seconds.
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
  /// The identifier of a job, from a number or a string.
  fileprivate var jobID: JobID? {
    if let integer { return JobID(Int64(integer)) }
    return string.flatMap { JobID($0) }
  }
}
