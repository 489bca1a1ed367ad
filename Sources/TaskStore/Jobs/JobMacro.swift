/// Declares a job: work that is stored with a payload, and that one of the processes that share
/// the store does.
///
/// ```swift
/// struct Invoice: Codable, Sendable { var number: Int }
///
/// #job("SendInvoice", queue: "mail", .retry(upTo: 8), .unique(by: \.number)) {
///   (invoice: Invoice, context: JobContext) in
///   try await send(invoice)
/// }
///
/// let id = try await Jobs.enqueue("SendInvoice", Invoice(number: 7))
/// ```
///
/// It can stand at file scope or in a type. A job runs at least once, and in one process at a
/// time; one that fails is tried again after a pause.
///
/// - Parameters:
///   - name: The job's name, a string literal. No other job of the program may have it.
///   - queue: The queue that its jobs are in, a string literal.
///   - traits: What else holds for it. Any expressions; evaluated once.
///   - run: What it does. Its first parameter has the type of the payload, written out.
@freestanding(declaration)
public macro job<Payload: Codable & Sendable>(
  _ name: String, queue: String = "default", _ traits: JobTrait<Payload>...,
  run: @escaping @Sendable (Payload, JobContext) async throws -> Void
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job whose function does not need the context.
@freestanding(declaration)
public macro job<Payload: Codable & Sendable>(
  _ name: String, queue: String = "default", _ traits: JobTrait<Payload>...,
  run: @escaping @Sendable (Payload) async throws -> Void
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job with a result, which is kept with its record.
@freestanding(declaration)
public macro job<Payload: Codable & Sendable, Result: Codable & Sendable>(
  _ name: String, queue: String = "default", _ traits: JobTrait<Payload>...,
  run: @escaping @Sendable (Payload, JobContext) async throws -> Result
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job with a result whose function does not need the context.
@freestanding(declaration)
public macro job<Payload: Codable & Sendable, Result: Codable & Sendable>(
  _ name: String, queue: String = "default", _ traits: JobTrait<Payload>...,
  run: @escaping @Sendable (Payload) async throws -> Result
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")
