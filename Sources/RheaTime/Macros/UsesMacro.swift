/// Declares that the module triggers events that it names at run time.
///
/// A trigger that names its event by a constant or a string literal is found by tools in the
/// code. `#uses` declares the others:
///
/// ```swift
/// #uses(event: .userDidLogin, .userDidLogout)
///
/// func announce(_ name: String) {
///   Rhea.trigger(event: RheaEvent(rawValue: name))
/// }
/// ```
///
/// The declaration becomes a record in the binary, which `modkit` and `Bridge.graph` read. It
/// triggers nothing, and no code runs for it. It may stand at file scope and in any type that is
/// not generic.
///
/// - Parameters:
///   - event: The event: a constant, or a string literal without interpolation.
///   - others: Other events that the module triggers.
@freestanding(declaration)
public macro uses(event: RheaEvent, _ others: RheaEvent...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")

// The event is optional for the compiler to prefer the macro with a plain event: of an event that
// does not exist, it then reports that RheaEvent has none of that name.

/// Declares that the module triggers a typed event that it names at run time.
@freestanding(declaration)
public macro uses<Payload>(event: TypedRheaEvent<Payload>?) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
