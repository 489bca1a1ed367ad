import Foundation
import RecordFormat
import SectionRegistry
import Spelling
import TaskKit

/// The rules of the jobs of one name, and the function that runs them.
struct JobHandler: Sendable {
  let name: String
  let queue: String
  let location: CodeLocation
  let maximumAttempts: Int
  let backoff: TaskBackoff
  let timeLimit: Duration?

  /// The type of the payload.
  let payload: any Any.Type

  /// Returns a job of a payload, or `nil` if that is of another type.
  let makeJob: @Sendable (any Sendable, JobTime, Int?) throws -> NewJob?

  /// Runs a job with its payload in JSON, and returns its result in JSON.
  let run: @Sendable (String, JobContext) async throws -> String?

  init<Payload: Codable & Sendable>(
    _ name: String, queue: String, _ traits: [JobTrait<Payload>], at location: CodeLocation,
    run: @escaping @Sendable (Payload, JobContext) async throws -> String?
  ) {
    var rules = JobRules<Payload>()
    for trait in traits { trait.apply(&rules) }
    self.name = name
    self.queue = queue
    self.location = location
    maximumAttempts = rules.maximumAttempts
    backoff = rules.backoff
    timeLimit = rules.timeLimit
    payload = Payload.self
    makeJob = { [rules] value, due, priority in
      guard let payload = value as? Payload else { return nil }
      return NewJob(
        name: name, queue: queue, payload: try JobJSON.text(payload), due: due,
        priority: priority ?? rules.priority, key: rules.key?(payload),
        keyLifetime: rules.keyLifetime, retention: rules.retention)
    }
    self.run = { text, context in
      try await run(try JobJSON.value(text, as: Payload.self), context)
    }
  }
}

/// Payloads and results, as a store keeps them.
enum JobJSON {
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw UnfitJSON(type: "\(type)", reason: error)
    }
  }
}

/// A payload or result in a store is not of the type that is asked for.
struct UnfitJSON: Error, CustomStringConvertible {
  let type: String
  let reason: any Error

  var description: String {
    let detail =
      switch reason as? DecodingError {
      case .keyNotFound(let key, _): "it has no '\(key.stringValue)'"
      case .typeMismatch(let type, let context):
        "\(Self.place(context)) is no \(type)"
      case .valueNotFound(let type, let context):
        "\(Self.place(context)) is null, and not a \(type)"
      case .dataCorrupted(let context): "\(Self.place(context)): \(context.debugDescription)"
      case nil: "\(reason)"
      case .some: "\(reason)"
      }
    return "it cannot be read as '\(type)': \(detail)"
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? "the whole" : "'\(path)'"
  }
}

/// Answers the accessors of the records of jobs.
///
/// - Warning: The macro of jobs writes calls of this. Do not call it directly.
public enum __JobRecord {
  public static func job<Payload: Codable & Sendable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, queue: String = "default",
    traits: [JobTrait<Payload>] = [],
    run: @escaping @Sendable (Payload, JobContext) async throws -> Void
  ) -> Bool {
    unsafe provide(out, type, queue, traits) { payload, context in
      try await run(payload, context)
      return nil
    }
  }

  public static func job<Payload: Codable & Sendable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, queue: String = "default",
    traits: [JobTrait<Payload>] = [],
    run: @escaping @Sendable (Payload) async throws -> Void
  ) -> Bool {
    unsafe provide(out, type, queue, traits) { payload, _ in
      try await run(payload)
      return nil
    }
  }

  public static func job<Payload: Codable & Sendable, Result: Codable & Sendable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, queue: String = "default",
    traits: [JobTrait<Payload>] = [],
    run: @escaping @Sendable (Payload, JobContext) async throws -> Result
  ) -> Bool {
    unsafe provide(out, type, queue, traits) { payload, context in
      try JobJSON.text(try await run(payload, context))
    }
  }

  public static func job<Payload: Codable & Sendable, Result: Codable & Sendable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, queue: String = "default",
    traits: [JobTrait<Payload>] = [],
    run: @escaping @Sendable (Payload) async throws -> Result
  ) -> Bool {
    unsafe provide(out, type, queue, traits) { payload, _ in
      try JobJSON.text(try await run(payload))
    }
  }

  private static func provide<Payload: Codable & Sendable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ queue: String,
    _ traits: [JobTrait<Payload>],
    _ run: @escaping @Sendable (Payload, JobContext) async throws -> String?
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      __DeclaredJob { name, location in
        JobHandler(name, queue: queue, traits, at: location, run: run)
      }
    }
  }
}

/// The declaration that a record of a job hands out, beside the fields of the record.
///
/// - Warning: The macro of jobs writes this into records. Do not use it directly.
public struct __DeclaredJob: Sendable {
  let handler: @Sendable (String, CodeLocation) -> JobHandler
}

/// The jobs that the modules of this process declare in their binaries.
enum DeclaredJobs {
  private static let values = DeclaredValues(of: .job) { record in
    record.load(as: __DeclaredJob.self).map { job in
      job.handler(record.key, CodeLocation(fileID: record.fileID, line: record.line))
    }
  }

  /// The handlers of all enabled records; of two of one name the first.
  static var handlers: [String: JobHandler] {
    Dictionary(values.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
