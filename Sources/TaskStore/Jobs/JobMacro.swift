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
///   - run: What it does with a payload of the type's. It returns the type's result, if that has one.
@freestanding(declaration)
public macro job<Kind: NamedJob>(
  _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>...,
  run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Kind.Result
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job that is named by a type, and whose function does not need the context.
@freestanding(declaration)
public macro job<Kind: NamedJob>(
  _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>...,
  run: @escaping @Sendable (Kind.Payload) async throws -> Kind.Result
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares that the module enqueues jobs that it names at run time.
///
/// A job that a string literal names in a call is found by tools in the code. `#uses` declares
/// the others:
///
/// ```swift
/// #uses(job: "SendInvoice", "SendReminder")
///
/// func send(_ name: String, _ letter: Letter) async throws {
///   try await Jobs.enqueue(name, letter)
/// }
/// ```
///
/// The declaration becomes a record in the binary, which `modkit` and `Bridge.graph` read. It
/// enqueues nothing. It may stand at file scope and in any type that is not generic.
///
/// - Parameters:
///   - job: The name of the job, a string literal.
///   - others: The names of other jobs that the module enqueues.
@freestanding(declaration)
public macro uses(job: String, _ others: String...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
