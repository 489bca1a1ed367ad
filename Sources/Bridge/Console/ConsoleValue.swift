import Foundation
public import ModuleGraph
import TaskStore

/// A JSON value in requests and responses.
public typealias ConsoleValue = DetailValue

extension ConsoleValue {
  /// Creates a value from any other value, such as the result of a route.
  ///
  /// `nil` and `Void` are ``null``. Encodable values are converted as `JSONEncoder` writes them.
  /// Other values are shown as their descriptions.
  public init(showing value: Any?) {
    switch value {
    case nil: self = .null
    case let value as ConsoleValue: self = value
    case let value as Bool: self = .bool(value)
    case let value as String: self = .string(value)
    case let value as any BinaryInteger:
      self = Int(exactly: value).map { .integer($0) } ?? .string("\(value)")
    case let value as Double: self = .number(value)
    case let value as Float: self = .number(Double(value))
    case let value as [Any]: self = .array(value.map { ConsoleValue(showing: $0) })
    case let value as [String: Any]:
      self = .object(value.mapValues { ConsoleValue(showing: $0) })
    case is Void: self = .null
    case let value as any Encodable:
      let json = try? ConsoleCoding.bytes(of: Whole(value: value))
      let shown = json.flatMap { try? ConsoleCoding.value([ConsoleValue].self, from: $0) }
      self = shown?.first ?? .string("\(value)")
    case let value?: self = .string("\(value)")
    }
  }

  /// The value for code without JSON, or `nil` for ``null``.
  ///
  /// It is a string, a number, a Boolean value, or an array or dictionary of these.
  public var sendable: (any Sendable)? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .integer(let number): number
    case .number(let number): number
    case .string(let text): text
    case .array(let values): values.map(\.sendable)
    case .object(let members): members.compactMapValues(\.sendable)
    }
  }

  /// A wrapper array, because not every JSON encoder accepts other top-level values.
  private struct Whole: Encodable {
    var value: any Encodable

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(value)
    }
  }
}

extension ConsoleValue: CustomStringConvertible {
  /// The value as JSON on one line.
  public var description: String {
    (try? ConsoleCoding.text(of: self)) ?? "null"
  }
}

/// The encoding of all data in a console.
enum ConsoleCoding {
  /// Returns a value as JSON on one line.
  static func bytes(of value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON has no infinite numbers and no NaN.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(value)
  }

  static func text(of value: some Encodable) throws -> String {
    String(decoding: try bytes(of: value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}

extension ConsoleValue {
  /// Describes a job as a row of a list.
  init(listing job: JobRecord) {
    self = [
      "id": ConsoleValue(job.id), "name": .string(job.name), "queue": .string(job.queue),
      "state": .string(job.state.rawValue), "priority": .integer(job.priority),
      "attempt": .integer(job.attempt), "enqueued": Self.date(job.enqueueTime),
      "due": job.dueTime < StoredStep.noDeadline ? Self.date(job.dueTime) : .null,
      "expires": Self.date(job.expirationTime),
      "tags": .array(job.tags.map { .string($0) }),
      "begun": Self.date(job.startTime), "ended": Self.date(job.endTime),
      "progress": job.progress.map { .number($0) } ?? .null, "detail": Self.text(job.detail),
      "flow": job.step.map { ConsoleValue($0.flow) } ?? .null, "step": Self.text(job.step?.name),
      "signal": Self.text(job.signal),
    ]
  }

  /// Describes a job with its payload, result and stored steps, and the steps of its flow if it
  /// belongs to one.
  init(showing job: JobRecord, storedSteps: [StoredStep], stepsOfFlow steps: [JobRecord]) {
    guard case .object(var members) = ConsoleValue(listing: job) else { preconditionFailure() }
    members["payload"] = Self.json(job.payload)
    members["result"] = job.result.map(Self.json) ?? .null
    members["isCancelling"] = .bool(job.isCancelling)
    members["maximumAttempts"] = job.maximumAttempts.map { .integer($0) } ?? .null
    members["owner"] = Self.text(job.owner)
    members["token"] = job.token.map { .integer(Int($0)) } ?? .null
    members["traceParent"] = Self.text(job.traceParent)
    members["storedSteps"] = .array(storedSteps.map { ConsoleValue(stored: $0) })
    members["flowName"] = Self.text(job.step?.flowName)
    members["steps"] = .array(steps.map { ConsoleValue(step: $0) })
    self = .object(members)
  }

  /// Describes a stored step of a job.
  private init(stored step: StoredStep) {
    let hasEnd = step.endTime < StoredStep.noDeadline
    self = [
      "number": .integer(step.number), "name": .string(step.name),
      "kind": .string(step.kind.rawValue), "result": step.result.map(Self.json) ?? .null,
      "ended": hasEnd ? Self.date(step.endTime) : .null,
    ]
  }

  /// Describes a step of a flow, with the steps before it.
  private init(step job: JobRecord) {
    self = [
      "id": ConsoleValue(job.id), "step": Self.text(job.step?.name), "name": .string(job.name),
      "state": .string(job.state.rawValue), "detail": Self.text(job.detail),
      "after": .array((job.step?.after ?? []).map { ConsoleValue($0) }),
    ]
  }

  init(_ id: JobID) { self = .integer(Int(id.number)) }

  private static func text(_ text: String?) -> ConsoleValue { text.map { .string($0) } ?? .null }

  private static func date(_ time: TaskTime?) -> ConsoleValue {
    time.map { .string($0.date.formatted(.iso8601)) } ?? .null
  }

  /// Parses JSON of a store.
  ///
  /// A string that is not JSON, written by another program, is kept.
  private static func json(_ text: String) -> ConsoleValue {
    (try? ConsoleCoding.value(ConsoleValue.self, from: text.utf8)) ?? .string(text)
  }
}
