/// Declares a callback for an event.
///
/// The declaration becomes a record in the binary. No code registers it, and none runs at start-up
/// for it, unless the event is ``RheaEvent/load`` or ``RheaEvent/premain``. You can write it at
/// file scope and in any type that is not generic.
///
/// ```swift
/// #rhea(time: .userDidLogin, priority: .high, repeatable: true) { context in
///   print("Hello, \(context.param, default: "guest")")
/// }
/// ```
///
/// The callback runs on the main actor and may use its state.
///
/// - Parameters:
///   - time: The event: a constant, a string literal, or any other expression. It is evaluated
///     once, on any thread, so it must not use members of the main actor. Constants in an extension
///     of ``RheaEvent`` are never isolated. Other variables of a module with main-actor isolation
///     by default need `nonisolated`.
///   - formerly: The names of the event in earlier builds, as string literals. Triggers and
///     callbacks that use one of them use this event.
///   - priority: The rank among the callbacks of the event. Higher priorities run earlier.
///     Callbacks with the same priority run by file and line. It can be any expression, which is
///     evaluated once.
///   - repeatable: Whether it runs at every occurrence, instead of the first one only. A literal
///     `true` or `false`.
///   - func: A closure or a function. It may take the context or no argument, may throw, and may be
///     asynchronous. Its errors go to ``Rhea/errorHandler``.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, formerly: String..., priority: RheaPriority = .normal,
  repeatable: Bool = false,
  func: @escaping @MainActor (RheaContext) throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for an event that takes no context.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, formerly: String..., priority: RheaPriority = .normal,
  repeatable: Bool = false,
  func: @escaping @MainActor () throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for an event that starts on the main actor and may
/// suspend.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, formerly: String..., priority: RheaPriority = .normal,
  repeatable: Bool = false,
  func: @escaping @MainActor (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for an event that takes no context, starts on the main actor and may
/// suspend.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, formerly: String..., priority: RheaPriority = .normal,
  repeatable: Bool = false,
  func: @escaping @MainActor () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for an event that runs off the main actor.
///
/// Its task priority follows from its priority. With `async: false` it runs on the main actor, as
/// without the argument. The argument must be `true` or `false`.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, formerly: String..., priority: RheaPriority = .normal,
  repeatable: Bool = false, async: Bool,
  func: @escaping @concurrent (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for an event that takes no context and runs off the main actor.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, formerly: String..., priority: RheaPriority = .normal,
  repeatable: Bool = false, async: Bool,
  func: @escaping @concurrent () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

// MARK: - Mistakes

// The compiler chooses these only if no other overload matches. Without them it reports only "no
// exact matches in call to macro 'rhea'".

/// Rejects a wrong label of the event.
@available(*, unavailable, message: "the label of the event is 'time'")
@freestanding(declaration)
public macro rhea(
  on: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false, async: Bool = false,
  func: (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects a wrong label of the event.
@available(*, unavailable, message: "the label of the event is 'time'")
@freestanding(declaration)
public macro rhea(
  on: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false, async: Bool = false,
  func: () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects a wrong label of the event.
@available(*, unavailable, message: "the label of the event is 'time'")
@freestanding(declaration)
public macro rhea(
  event: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
  async: Bool = false, func: (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects a wrong label of the event.
@available(*, unavailable, message: "the label of the event is 'time'")
@freestanding(declaration)
public macro rhea(
  event: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
  async: Bool = false, func: () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

// The functions are optional, so that the compiler prefers the macros with a plain event. For an
// unknown event, it then reports that `RheaEvent` has no such member. Their expansions reject
// `nil`.

/// Declares a callback for a typed event, which takes the value of the event.
///
/// If the event was triggered by its string and has a value of another type, the callback is not
/// called, and ``Rhea/errorHandler`` gets an error.
@freestanding(declaration)
public macro rhea<Payload>(
  time: TypedRheaEvent<Payload>, formerly: String..., priority: RheaPriority = .normal,
  repeatable: Bool = false,
  func: (@MainActor (Payload) throws -> Void)?
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for a typed event that starts on the main actor and may suspend.
@freestanding(declaration)
public macro rhea<Payload>(
  time: TypedRheaEvent<Payload>, formerly: String..., priority: RheaPriority = .normal,
  repeatable: Bool = false,
  func: (@MainActor (Payload) async throws -> Void)?
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for a typed event that runs off the main actor.
@freestanding(declaration)
public macro rhea<Payload>(
  time: TypedRheaEvent<Payload>, formerly: String..., priority: RheaPriority = .normal,
  repeatable: Bool = false,
  async: Bool,
  func: (@concurrent (Payload) async throws -> Void)?
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")
