public import RheaTime
public import TaskKit

// To run tasks.

/// Declares a wire from an event to tasks, which run by their names.
///
/// The declaration becomes a record in the binary: nothing registers it, and tools read
/// both ends from there. It may stand at file scope and in any type that is not generic.
///
/// ```swift
/// #bridge(on: .userDidLogin, run: "RefreshFeed")
/// ```
///
/// Declared wires are connected before `main` and before callbacks of `premain` run, those
/// of libraries that are opened later when these are found. What a callback of `load`
/// triggers comes too early for them.
///
/// - Parameters:
///   - on: The event: a constant, a string literal, or any other expression, whose value
///     decides. It is evaluated once, on any thread.
///   - run: The tasks, by name. What came with the event is among their options.
///   - where: Which occurrences count; all if it is left out.
@freestanding(declaration)
public macro bridge(
  on: RheaEvent, run: String..., where: (@Sendable (RheaContext) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from an event with a value of a known type to tasks.
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: TypedRheaEvent<Value>, run: String..., where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from anything that happens to tasks.
///
/// ```swift
/// #bridge(on: .relay(.cartCount), run: "SaveCart", where: { $0 > 0 })
/// ```
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: WireSource<Value>, run: String..., where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

// To call a URL.

/// Declares a wire from an event to a call; what came with the event comes with the call.
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

/// Declares a wire from anything that happens to a call.
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: WireSource<Value>, call: String, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

// To anything else.

/// Declares a wire from an event to anything that is done.
///
/// ```swift
/// #bridge(on: .userDidLogout, to: .relay(.isLoggedIn), map: { _ in false })
/// ```
@freestanding(declaration)
public macro bridge(
  on: RheaEvent, to: WireTarget<RheaContext>, where: (@Sendable (RheaContext) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from an event to something that is done with a value of another type.
@freestanding(declaration)
public macro bridge<Mapped: Sendable>(
  on: RheaEvent, to: WireTarget<Mapped>, where: (@Sendable (RheaContext) -> Bool)? = nil,
  map: @Sendable (RheaContext) throws -> Mapped
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from an event with a value of a known type to anything that is done.
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: TypedRheaEvent<Value>, to: WireTarget<Value>, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from an event with a value of a known type to something that is done
/// with a value of another type.
@freestanding(declaration)
public macro bridge<Value: Sendable, Mapped: Sendable>(
  on: TypedRheaEvent<Value>, to: WireTarget<Mapped>, where: (@Sendable (Value) -> Bool)? = nil,
  map: @Sendable (Value) throws -> Mapped
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from anything that happens to anything that is done.
///
/// ```swift
/// #bridge(on: .task("Sync", .progress), to: .relay(.syncState), map: { "\($0.state)" })
/// ```
@freestanding(declaration)
public macro bridge<Value: Sendable>(
  on: WireSource<Value>, to: WireTarget<Value>, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

/// Declares a wire from anything that happens to something that is done with a value of
/// another type.
@freestanding(declaration)
public macro bridge<Value: Sendable, Mapped: Sendable>(
  on: WireSource<Value>, to: WireTarget<Mapped>, where: (@Sendable (Value) -> Bool)? = nil,
  map: @Sendable (Value) throws -> Mapped
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")

// What carries one type of value and leads to another, without 'map'. These are chosen only
// where none of the others fits, as their targets are optional, and say so; without them the compiler looks for the target's
// type at the source, and finds that it "has no member 'relay'".

/// Rejects a wire from an event to something that is done with a value of another type.
@freestanding(declaration)
public macro bridge<Mapped: Sendable>(
  on: RheaEvent, to: WireTarget<Mapped>?, where: (@Sendable (RheaContext) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "MismatchedBridgeMacro")

/// Rejects a wire from an event with a value of a known type to something that is done
/// with a value of another type.
@freestanding(declaration)
public macro bridge<Value: Sendable, Mapped: Sendable>(
  on: TypedRheaEvent<Value>, to: WireTarget<Mapped>?, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "MismatchedBridgeMacro")

/// Rejects a wire from anything that happens to something that is done with a value of
/// another type.
@freestanding(declaration)
public macro bridge<Value: Sendable, Mapped: Sendable>(
  on: WireSource<Value>, to: WireTarget<Mapped>?, where: (@Sendable (Value) -> Bool)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "MismatchedBridgeMacro")

// In both directions.

/// Declares that an event of RheaTime and one of TaskKit are joined: whichever happens, the
/// other does too, once.
///
/// ```swift
/// #bridge(join: .userLeft, with: .didEnterBackground)
/// ```
@freestanding(declaration)
public macro bridge(
  join: RheaEvent, with: TaskEvent
) = #externalMacro(module: "ToolkitMacros", type: "BridgeMacro")
