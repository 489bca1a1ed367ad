import SectionRegistry

// Jobs that are named by a type.
extension __JobRecord {
  public static func job<Kind: NamedJob>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Void
  ) -> Bool {
    unsafe provide(out, type, kind, traits) { payload, context in
      try await run(payload, context)
      return nil
    }
  }

  public static func job<Kind: NamedJob>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload) async throws -> Void
  ) -> Bool {
    unsafe provide(out, type, kind, traits) { payload, _ in
      try await run(payload)
      return nil
    }
  }

  public static func job<Kind: NamedJob, Result: Codable & Sendable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Result
  ) -> Bool {
    unsafe provide(out, type, kind, traits) { payload, context in
      try JobJSON.text(try await run(payload, context))
    }
  }

  public static func job<Kind: NamedJob, Result: Codable & Sendable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, kind: Kind.Type,
    traits: [JobTrait<Kind.Payload>] = [],
    run: @escaping @Sendable (Kind.Payload) async throws -> Result
  ) -> Bool {
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
