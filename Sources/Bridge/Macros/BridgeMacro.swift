public import RheaTime
public import TaskKit
public import TaskStore

// To run tasks.

/// Declares a wire from an event to tasks, which run by their names.
///
/// The declaration becomes a record in the binary. No code registers it, and tools read both ends
/// from it. You can write it at file scope and in any type that is not generic.
///
/// ```swift
/// #bridge(on: .userDidLogin, run: "RefreshFeed")
/// ```
///
/// Declared wires are connected before `main` and before callbacks of `premain` run. Wires of
/// libraries that are opened later are connected at that time. A wire does not carry events that
/// callbacks of `load` trigger, because it is connected after them.
///
/// - Parameters:
///   - on: The event: a constant, a string literal, or any other expression. It is evaluated once,
///     on any thread.
///   - run: The names of the tasks. They get the value of the event among their options.
///   - where: Returns whether to carry an occurrence. By default, all are carried.
@freestanding(declaration)
public macro bridge(
  on: RheaEvent, run: String..., where: (@Sendable (RheaContext) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from an event with a value of a known type to tasks.
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: TypedRheaEvent<Value>, run: String..., where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from any source to tasks.
///
/// ```swift
/// #bridge(on: .relay(.cartCount), run: "SaveCart", where: { $0 > 0 })
/// ```
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: WireSource<Value>, run: String..., where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

// To run tasks that types name.

/// Declares a wire from an event to tasks, which run by the types that name them.
///
/// ```swift
/// #bridge(on: .userDidLogin, run: RefreshFeed.self)
/// ```
@freestanding(declaration)
public macro bridge(
  on: RheaEvent, run: any TaskKind.Type, _ others: any TaskKind.Type...,
  where: (@Sendable (RheaContext) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from an event with a value of a known type to tasks that types name.
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: TypedRheaEvent<Value>, run: any TaskKind.Type, _ others: any TaskKind.Type...,
  where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from anything that happens to tasks that types name.
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: WireSource<Value>, run: any TaskKind.Type, _ others: any TaskKind.Type...,
  where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

// To call a URL.

/// Declares a wire from an event to a call, which gets the value of the event.
///
/// ```swift
/// #bridge(on: .userDidLogin, call: "kl://feed/reload")
/// ```
@freestanding(declaration)
public macro bridge(
  on: RheaEvent, call: String, where: (@Sendable (RheaContext) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from an event with a value of a known type to a call.
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: TypedRheaEvent<Value>, call: String, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from any source to a call.
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: WireSource<Value>, call: String, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

// To store a job with the publication of an event.

/// Declares a durable wire from an event to a job.
///
/// ```swift
/// #bridge(on: .orderPlaced, job: "SendInvoice", .durable)
/// ```
///
/// `Bridge.publish` stores the job in the transaction of the code that publishes the event.
///
/// - Parameters:
///   - on: The event, a `TypedRheaEvent` whose value is the payload of the job.
///   - job: The name of the job, a string literal.
///   - delivery: `.durable`.
///   - queue: The queue of a job that is declared only in other processes.
///   - where: Returns whether to store a job for a value. By default, all values get one.
@freestanding(declaration)
public macro bridge<Value: Codable & Sendable>(
  on: TypedRheaEvent<Value>, job: String, _ delivery: WireDelivery, queue: String? = nil,
  where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a durable wire from an event to a job with another payload.
@freestanding(declaration)
public macro bridge<Value: Codable & Sendable, Mapped: Codable & Sendable>(
  on: TypedRheaEvent<Value>, job: String, _ delivery: WireDelivery, queue: String? = nil,
  where: (@Sendable (Value) -> Bool)? = nil, map: @Sendable (Value) throws -> Mapped
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a job, and a durable wire from an event to it.
///
/// ```swift
/// #bridge(on: .orderPlaced, durable: "SendInvoice", queue: "mail", .retry(attempts: 8)) {
///   (order: Order, context: JobContext) in try await send(order)
/// }
/// ```
///
/// It is the same as `#job` and `#bridge(on:job:_:)`.
///
/// - Parameters:
///   - on: The event, a `TypedRheaEvent` whose value is the payload of the job.
///   - durable: The name of the job, a string literal. It must be unique in the program.
///   - queue: The queue of its jobs, a string literal.
///   - traits: Its traits.
///   - run: The function that runs it.
@freestanding(declaration)
public macro bridge<Value: Codable & Sendable>(
  on: TypedRheaEvent<Value>, durable: String, queue: String = "default",
  _ traits: JobTrait<Value>...,
  run: @escaping @Sendable (Value, JobContext) async throws -> Void
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

// To anything else.

/// Declares a wire from an event to any target.
///
/// ```swift
/// #bridge(on: .userDidLogout, to: .relay(.isLoggedIn), map: { _ in false })
/// ```
@freestanding(declaration)
public macro bridge(
  on: RheaEvent, to: WireTarget<RheaContext>, where: (@Sendable (RheaContext) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from an event to a target with another value type.
@freestanding(declaration)
public macro bridge<Mapped: Sendable>(
  on: RheaEvent, to: WireTarget<Mapped>, where: (@Sendable (RheaContext) -> Bool)? = nil,
  map: @Sendable (RheaContext) throws -> Mapped
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from an event with a value of a known type to any target.
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: TypedRheaEvent<Value>, to: WireTarget<Value>, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from an event with a value of a known type to a target with another value type.
@freestanding(declaration)
public macro bridge<Value: Sendable, Mapped: Sendable>(
  on: TypedRheaEvent<Value>, to: WireTarget<Mapped>, where: (@Sendable (Value) -> Bool)? = nil,
  map: @Sendable (Value) throws -> Mapped
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from any source to any target.
///
/// ```swift
/// #bridge(on: .task("Sync", .progress), to: .relay(.syncState), map: { "\($0.state)" })
/// ```
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: WireSource<Value>, to: WireTarget<Value>, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from any source to a target with another value type.
@freestanding(declaration)
public macro bridge<Value: Sendable, Mapped: Sendable>(
  on: WireSource<Value>, to: WireTarget<Mapped>, where: (@Sendable (Value) -> Bool)? = nil,
  map: @Sendable (Value) throws -> Mapped
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

// The following overloads reject wires between different value types without 'map'. Their targets
// are optional, so that the compiler chooses them only if no other overload matches, and then shows
// their message. Without them it looks for the target's type at the source, and reports that it
// "has no member 'relay'".

/// Rejects a wire from an event to a target with another value type.
@freestanding(declaration)
public macro bridge<Mapped: Sendable>(
  on: RheaEvent, to: WireTarget<Mapped>?, where: (@Sendable (RheaContext) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "MismatchedBridgeMacro")

/// Rejects a wire from an event with a value of a known type to a target with another value type.
@freestanding(declaration)
public macro bridge<Value: Sendable, Mapped: Sendable>(
  on: TypedRheaEvent<Value>, to: WireTarget<Mapped>?, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "MismatchedBridgeMacro")

/// Rejects a wire from any source to a target with another value type.
@freestanding(declaration)
public macro bridge<Value: Sendable, Mapped: Sendable>(
  on: WireSource<Value>, to: WireTarget<Mapped>?, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "MismatchedBridgeMacro")

// In both directions.

/// Joins an event of RheaTime and one of TaskKit, so that each occurrence of one triggers the other
/// once.
///
/// ```swift
/// #bridge(join: .userLeft, with: .didEnterBackground)
/// ```
@freestanding(declaration)
public macro bridge(
  join: RheaEvent, with: TaskEvent
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")
