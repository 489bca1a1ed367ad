/// Declares that the module triggers events whose names it builds at run time.
///
/// Tools find a trigger in the code if it names its event by a constant or a string literal.
/// Declare the others with `#uses`:
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
/// triggers nothing, and no code runs for it. You can write it at file scope and in any type that
/// is not generic.
///
/// - Parameters:
///   - event: The event: a constant, or a string literal without interpolation.
///   - others: Other events that the module triggers.
@freestanding(declaration)
public macro uses(event: RheaEvent, _ others: RheaEvent...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")

// The event is optional, so that the compiler prefers the macro with a plain event. For an unknown
// event, it then reports that `RheaEvent` has no such member.

/// Declares that the module triggers a typed event whose name it builds at run time.
@freestanding(declaration)
public macro uses<Payload>(event: TypedRheaEvent<Payload>?) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
