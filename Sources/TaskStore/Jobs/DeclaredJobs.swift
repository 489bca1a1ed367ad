import RecordFormat
import SectionRegistry

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

// Jobs that are named by a type.
extension __JobRecord {
  public static func job<Kind: NamedJob>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Void
  ) -> Bool where Kind.Result == Void {
    unsafe provide(out, type, kind, traits) { payload, context in
      try await run(payload, context)
      return nil
    }
  }

  public static func job<Kind: NamedJob>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload) async throws -> Void
  ) -> Bool where Kind.Result == Void {
    unsafe provide(out, type, kind, traits) { payload, _ in
      try await run(payload)
      return nil
    }
  }

  public static func job<Kind: NamedJob>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Kind.Result
  ) -> Bool where Kind.Result: Codable {
    unsafe provide(out, type, kind, traits) { payload, context in
      try JobJSON.text(try await run(payload, context))
    }
  }

  public static func job<Kind: NamedJob>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload) async throws -> Kind.Result
  ) -> Bool where Kind.Result: Codable {
    unsafe provide(out, type, kind, traits) { payload, _ in
      try JobJSON.text(try await run(payload))
    }
  }

  private static func provide<Kind: NamedJob>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ kind: Kind.Type,
    _ traits: [JobTrait<Kind.Payload>],
    _ run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> String?
  ) -> Bool {
    let (name, queue) = (kind.jobName, kind.queue)
    return unsafe SectionRegistry.__provide(out, type) {
      // The name in the record is what the macro read: that of a type alias is another one.
      __DeclaredJob { _, location in
        JobHandler(name, queue: queue, traits, at: location, run: run)
      }
    }
  }
}
