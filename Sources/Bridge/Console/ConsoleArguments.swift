import TaskStore

/// The arguments of a request.
struct ConsoleArguments: Sendable {
  let command: String
  let values: [String: ConsoleValue]

  /// An argument that the command cannot do without.
  func text(_ name: String) throws(BridgeConsoleError) -> String {
    guard let text = try optionalText(name) else {
      throw BridgeConsoleError(.badArgument, "'\(command)' needs the argument '\(name)', a text")
    }
    return text
  }

  /// A text that may be left out.
  func optionalText(_ name: String) throws(BridgeConsoleError) -> String? {
    guard let value = values[name], value != .null else { return nil }
    guard let text = value.string else { throw misfit(name, "a text", value) }
    return text
  }

  /// A number that may be left out.
  func optionalInteger(_ name: String) throws(BridgeConsoleError) -> Int? {
    guard let value = values[name], value != .null else { return nil }
    guard let number = value.integer else { throw misfit(name, "a whole number", value) }
    return number
  }

  /// Texts that may be left out; one alone may do without the array.
  func optionalTexts(_ name: String) throws(BridgeConsoleError) -> [String]? {
    guard let value = values[name], value != .null else { return nil }
    if let text = value.string { return [text] }
    guard let array = value.array else { throw misfit(name, "an array of texts", value) }
    let texts = array.compactMap(\.string)
    guard texts.count == array.count else { throw misfit(name, "an array of texts", value) }
    return texts
  }

  /// An object that may be left out.
  func optionalObject(_ name: String) throws(BridgeConsoleError) -> [String: ConsoleValue]? {
    guard let value = values[name], value != .null else { return nil }
    guard case .object(let members) = value else { throw misfit(name, "an object", value) }
    return members
  }

  /// One of several words; the first if it is left out and may be.
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
      .badArgument, "the argument '\(name)' of '\(command)' has to be \(wanted), and is \(value)")
  }
}

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
