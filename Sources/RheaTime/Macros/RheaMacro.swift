/// Declares a callback for an event.
///
/// The declaration becomes a record in the binary: nothing registers it, and no
/// code runs at start-up for it unless the event is ``RheaEvent/load`` or
/// ``RheaEvent/premain``. It may stand at file scope and in any type that is not
/// generic.
///
/// ```swift
/// #rhea(time: .userDidLogin, priority: .high, repeatable: true) { context in
///   print("Hello, \(context.param, default: "guest")")
/// }
/// ```
///
/// The callback runs on the main actor and may touch its state.
///
/// - Parameters:
///   - time: The event: a constant, a string literal, or any other expression,
///     whose value decides. It is evaluated once, on any thread: what belongs to
///     the main actor cannot be part of it. Constants in an extension of
///     ``RheaEvent`` never do, other variables of a module that puts everything
///     there need `nonisolated`.
///   - priority: Where the callback stands among those of the same event: a
///     higher one runs earlier, and those of one priority run by file and line.
///     Any expression; evaluated once.
///   - repeatable: Whether it runs at every occurrence, rather than at the first
///     only. `true` or `false`.
///   - func: A closure or a function. It may take the context or nothing, may
///     throw, and may be asynchronous; what it throws goes to
///     ``Rhea/errorHandler``.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
  func: @escaping @MainActor (RheaContext) throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for an event that needs no context.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
  func: @escaping @MainActor () throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for an event that starts on the main actor and may
/// suspend.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
  func: @escaping @MainActor (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for an event that needs no context, starts on the main
/// actor and may suspend.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
  func: @escaping @MainActor () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for an event that runs off the main actor, at an urgency
/// that follows its priority.
///
/// With `async: false` it runs on the main actor, as without the argument. The
/// argument must be `true` or `false`.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false, async: Bool,
  func: @escaping @concurrent (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for an event that needs no context and runs off the main
/// actor.
@freestanding(declaration)
public macro rhea(
  time: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false, async: Bool,
  func: @escaping @concurrent () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

// MARK: - Mistakes

// Chosen only where none of the others fits. Without them the compiler says "no exact matches
// in call to macro 'rhea'", and no more.

/// Rejects another label of the event.
@available(*, unavailable, message: "the label of the event is 'time'")
@freestanding(declaration)
public macro rhea(
  on: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false, async: Bool = false,
  func: (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects another label of the event.
@available(*, unavailable, message: "the label of the event is 'time'")
@freestanding(declaration)
public macro rhea(
  on: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false, async: Bool = false,
  func: () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects another label of the event.
@available(*, unavailable, message: "the label of the event is 'time'")
@freestanding(declaration)
public macro rhea(
  event: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
  async: Bool = false, func: (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

/// Rejects another label of the event.
@available(*, unavailable, message: "the label of the event is 'time'")
@freestanding(declaration)
public macro rhea(
  event: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
  async: Bool = false, func: () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "UnavailableMacro")

// The functions are optional for the compiler to like these macros less than
// those with a plain event: of an event that does not exist, it then says that
// RheaEvent has none of that name. Their expansions reject `nil`.

/// Declares a callback for a typed event, which takes the value that the event
/// comes with.
///
/// An occurrence that comes with another value, because the event was triggered by
/// its text, does not reach the callback and is reported to
/// ``Rhea/errorHandler``.
@freestanding(declaration)
public macro rhea<Payload>(
  time: TypedRheaEvent<Payload>, priority: RheaPriority = .normal, repeatable: Bool = false,
  func: (@MainActor (Payload) throws -> Void)?
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for a typed event that starts on the main actor and may
/// suspend.
@freestanding(declaration)
public macro rhea<Payload>(
  time: TypedRheaEvent<Payload>, priority: RheaPriority = .normal, repeatable: Bool = false,
  func: (@MainActor (Payload) async throws -> Void)?
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")

/// Declares a callback for a typed event that runs off the main actor.
@freestanding(declaration)
public macro rhea<Payload>(
  time: TypedRheaEvent<Payload>, priority: RheaPriority = .normal, repeatable: Bool = false,
  async: Bool,
  func: (@concurrent (Payload) async throws -> Void)?
) = #externalMacro(module: "RecordMacros", type: "RheaMacro")
