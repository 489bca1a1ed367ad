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
