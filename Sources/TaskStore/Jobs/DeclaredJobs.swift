import RecordFormat
import SectionRegistry

/// The functions that provide the contents of the records of jobs.
///
/// - Warning: Code of the macro `#job` calls these functions. Do not call them directly.
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
    unsafe provide(out, type, queue, traits, result: Result.self) { payload, context in
      try JobJSON.text(try await run(payload, context))
    }
  }

  public static func job<Payload: Codable & Sendable, Result: Codable & Sendable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, queue: String = "default",
    traits: [JobTrait<Payload>] = [],
    run: @escaping @Sendable (Payload) async throws -> Result
  ) -> Bool {
    unsafe provide(out, type, queue, traits, result: Result.self) { payload, _ in
      try JobJSON.text(try await run(payload))
    }
  }

  /// Provides a job by a name, by default the record's.
  ///
  /// The record of a job with a type has the name that the macro read, which may be a type alias.
  private static func provide<Payload: Codable & Sendable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ queue: String,
    _ traits: [JobTrait<Payload>], name: String? = nil, result: (any Any.Type)? = nil,
    _ run: @escaping @Sendable (Payload, JobContext) async throws -> String?
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      __DeclaredJob { recordName, location in
        JobHandler(
          name ?? recordName, queue: queue, traits, result: result, at: location, run: run)
      }
    }
  }
}

/// The contents of a job's record, in addition to the fields of the record.
///
/// - Warning: The macro `#job` writes this into records. Do not use it directly.
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

  /// The handlers of all enabled records.
  ///
  /// If two have the same name, the first one is used.
  static var handlers: [String: JobHandler] {
    Dictionary(values.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

// Jobs with a type as their name.
extension __JobRecord {
  public static func job<Kind: JobKind>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Void
  ) -> Bool where Kind.Result == Void {
    unsafe provide(out, type, kind.queue, traits, name: kind.jobName) { payload, context in
      try await run(payload, context)
      return nil
    }
  }

  public static func job<Kind: JobKind>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload) async throws -> Void
  ) -> Bool where Kind.Result == Void {
    unsafe provide(out, type, kind.queue, traits, name: kind.jobName) { payload, _ in
      try await run(payload)
      return nil
    }
  }

  public static func job<Kind: JobKind>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Kind.Result
  ) -> Bool where Kind.Result: Codable {
    unsafe provide(
      out, type, kind.queue, traits, name: kind.jobName, result: Kind.Result.self
    ) { payload, context in
      try JobJSON.text(try await run(payload, context))
    }
  }

  public static func job<Kind: JobKind>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload) async throws -> Kind.Result
  ) -> Bool where Kind.Result: Codable {
    unsafe provide(
      out, type, kind.queue, traits, name: kind.jobName, result: Kind.Result.self
    ) { payload, _ in
      try JobJSON.text(try await run(payload))
    }
  }
}
