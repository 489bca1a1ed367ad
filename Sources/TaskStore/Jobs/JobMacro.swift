/// Declares a job: work with a payload, which is stored and then run by one of the processes that
/// share the store.
///
/// ```swift
/// struct Invoice: Codable, Sendable { var number: Int }
///
/// #job("SendInvoice", queue: "mail", .retry(attempts: 8), .unique(by: \.number)) {
///   (invoice: Invoice, context: JobContext) in
///   try await send(invoice)
/// }
///
/// let id = try await Jobs.enqueue("SendInvoice", Invoice(number: 7))
/// ```
///
/// You can write it at file scope or in a type. A job runs at least once, and in one process at a
/// time. If it fails, it is retried after a pause.
///
/// - Parameters:
///   - name: The name of the job, a string literal. It must be unique in the program.
///   - queue: The queue of its jobs, a string literal.
///   - traits: Its traits. They can be any expressions, which are evaluated once.
///   - run: The function that runs it. The type of its first parameter is the type of the payload
///     and must be written.
@freestanding(declaration)
public macro job<Payload: Codable & Sendable>(
  _ name: String, queue: String = "default", _ traits: JobTrait<Payload>...,
  run: @escaping @Sendable (Payload, JobContext) async throws -> Void
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job whose function does not use the context.
@freestanding(declaration)
public macro job<Payload: Codable & Sendable>(
  _ name: String, queue: String = "default", _ traits: JobTrait<Payload>...,
  run: @escaping @Sendable (Payload) async throws -> Void
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job with a result, which is stored in its record.
@freestanding(declaration)
public macro job<Payload: Codable & Sendable, Result: Codable & Sendable>(
  _ name: String, queue: String = "default", _ traits: JobTrait<Payload>...,
  run: @escaping @Sendable (Payload, JobContext) async throws -> Result
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job with a result whose function does not use the context.
@freestanding(declaration)
public macro job<Payload: Codable & Sendable, Result: Codable & Sendable>(
  _ name: String, queue: String = "default", _ traits: JobTrait<Payload>...,
  run: @escaping @Sendable (Payload) async throws -> Result
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job with a type as its name.
///
/// ```swift
/// #job(OrderPlaced.self, .retry(attempts: 8)) { (order: Order, context: JobContext) in
///   try await pack(order)
/// }
/// ```
///
/// The type determines its queue, so that all modules that enqueue it use the same one.
///
/// - Parameters:
///   - kind: The type, such as `OrderPlaced.self` or `Shop.OrderPlaced.self`, but not a type alias.
///   - traits: Its traits. They can be any expressions, which are evaluated once.
///   - run: The function that runs it, with a payload of the type's. It returns the type's result,
///     if any.
@freestanding(declaration)
public macro job<Kind: JobKind>(
  _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>...,
  run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Kind.Result
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares a job with a type as its name, whose function does not use the context.
@freestanding(declaration)
public macro job<Kind: JobKind>(
  _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>...,
  run: @escaping @Sendable (Kind.Payload) async throws -> Kind.Result
) = #externalMacro(module: "ToolkitMacros", type: "JobMacro")

/// Declares that the module enqueues jobs whose names it builds at run time.
///
/// Tools find a job in the code if its name is a string literal in a call. Declare the others with
/// `#uses`:
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
/// enqueues nothing. You can write it at file scope and in any type that is not generic.
///
/// - Parameters:
///   - job: The name of the job, a string literal.
///   - others: The names of other jobs that the module enqueues.
@freestanding(declaration)
public macro uses(job: String, _ others: String...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")

// MARK: - Mistakes

// The compiler chooses these only if no other overload matches. Without them it compares a wrong
// use with the least suitable macro, and reports "generic parameter 'Kind' could not be inferred".

/// The payload of a closure that does not declare its type.
///
/// - Warning: The macros that report mistakes use this type. Do not use it directly.
@dynamicMemberLookup
public struct __UntypedPayload: Codable, Sendable {
  @available(*, unavailable) public init() {}
  public subscript(dynamicMember name: String) -> __UntypedPayload { self }
}

/// Rejects a closure with another payload or result than the type.
@available(
  *, unavailable,
  message: """
    the closure has another payload or result than the type that names the job; write the type's \
    'Payload' and 'Result', or omit them
    """
)
@freestanding(declaration)
public macro job<Kind: JobKind, Function>(
  _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>..., run: Function
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects a queue in addition to a type.
@available(
  *, unavailable,
  message: """
    a job that is named by a type has the type's queue; write 'static let queue = "…"' in the type
    """
)
@freestanding(declaration)
public macro job<Kind: JobKind, Function>(
  _ kind: Kind.Type, queue: String, _ traits: JobTrait<Kind.Payload>..., run: Function
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects a trait that does not match the payload.
@available(
  *, unavailable,
  message: "'.unique(by:)' takes a property of the payload; write one that the payload's type has"
)
@freestanding(declaration)
public macro job<Kind: JobKind, Result>(
  _ kind: Kind.Type, _ trait: JobTrait<__UntypedPayload>,
  _ traits: JobTrait<__UntypedPayload>...,
  run: (@Sendable (Kind.Payload) async throws -> Result)?
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects a trait that does not match the payload.
@available(
  *, unavailable,
  message: "'.unique(by:)' takes a property of the payload; write one that the payload's type has"
)
@freestanding(declaration)
public macro job<Kind: JobKind, Result>(
  _ kind: Kind.Type, _ trait: JobTrait<__UntypedPayload>,
  _ traits: JobTrait<__UntypedPayload>...,
  run: (@Sendable (Kind.Payload, JobContext) async throws -> Result)?
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects a trait that does not match the payload.
@available(
  *, unavailable,
  message: "'.unique(by:)' takes a property of the payload; write one that the payload's type has"
)
@freestanding(declaration)
public macro job<Payload: Codable & Sendable, Result>(
  _ name: String, queue: String = "default", _ trait: JobTrait<__UntypedPayload>,
  _ traits: JobTrait<__UntypedPayload>...,
  run: (@Sendable (Payload) async throws -> Result)?
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects a trait that does not match the payload.
@available(
  *, unavailable,
  message: "'.unique(by:)' takes a property of the payload; write one that the payload's type has"
)
@freestanding(declaration)
public macro job<Payload: Codable & Sendable, Result>(
  _ name: String, queue: String = "default", _ trait: JobTrait<__UntypedPayload>,
  _ traits: JobTrait<__UntypedPayload>...,
  run: (@Sendable (Payload, JobContext) async throws -> Result)?
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects a closure that does not declare the type of the payload.
@available(
  *, unavailable,
  message: "the closure does not say the type of the payload; write '{ (page: Page) in … }'"
)
@freestanding(declaration)
public macro job<Result>(
  _ name: String, queue: String = "default", _ traits: JobTrait<__UntypedPayload>...,
  run: @escaping @Sendable (__UntypedPayload) async throws -> Result
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects a closure that does not declare the type of the payload.
@available(
  *, unavailable,
  message:
    "the closure does not say the type of the payload; write '{ (page: Page, context) in … }'"
)
@freestanding(declaration)
public macro job<Result>(
  _ name: String, queue: String = "default", _ traits: JobTrait<__UntypedPayload>...,
  run: @escaping @Sendable (__UntypedPayload, JobContext) async throws -> Result
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

// Code that calls these functions does not compile, so their bodies never run.
extension Jobs {
  /// Rejects a payload that does not match the type.
  @available(
    *, unavailable,
    message: "the payload has another type than the job; pass a value of its 'Payload'"
  )
  @discardableResult
  public static func enqueue<Kind: JobKind, Payload>(
    _ kind: Kind.Type, _ payload: Payload, _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil
  ) async throws -> JobID { fatalError("unavailable") }

  /// Rejects a trait that does not match the payload.
  @available(
    *, unavailable,
    message: "'.unique(by:)' takes a property of the payload; write one that the payload's type has"
  )
  @discardableResult
  public static func enqueue<Name, Payload>(
    _ name: Name, _ payload: Payload, _ trait: JobTrait<__UntypedPayload>,
    _ traits: JobTrait<__UntypedPayload>..., at time: JobTime = .now, priority: Int? = nil,
    queue: String? = nil
  ) async throws -> JobID { fatalError("unavailable") }
}
