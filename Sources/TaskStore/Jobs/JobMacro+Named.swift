/// Declares a job that is named by a type.
///
/// ```swift
/// #job(OrderPlaced.self, .retry(upTo: 8)) { (order: Order, context: JobContext) in
///   try await pack(order)
/// }
/// ```
///
/// Its queue is that of the type, so that the modules that enqueue it agree.
///
/// - Parameters:
///   - kind: The type, such as `OrderPlaced.self` or `Shop.OrderPlaced.self`, and no type alias.
///   - traits: What else holds for it. Any expressions; evaluated once.
///   - run: What it does with a payload of the type's.
@freestanding(declaration)
public macro job<Kind: NamedJob>(
  _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>...,
  run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Void
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job that is named by a type, and whose function does not need the context.
@freestanding(declaration)
public macro job<Kind: NamedJob>(
  _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>...,
  run: @escaping @Sendable (Kind.Payload) async throws -> Void
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job with a result that is named by a type.
@freestanding(declaration)
public macro job<Kind: NamedJob, Result: Codable & Sendable>(
  _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>...,
  run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Result
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job with a result that is named by a type, and whose function does not need the
/// context.
@freestanding(declaration)
public macro job<Kind: NamedJob, Result: Codable & Sendable>(
  _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>...,
  run: @escaping @Sendable (Kind.Payload) async throws -> Result
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")
