/// Puts the keys that an extension of ``RelayKey`` declares into the binary as records.
///
/// The keys stay what they are. With records, `SharedRelays.declaredKeys`, `modkit list` and
/// the graph of an app show them, and `modkit check` finds two keys of one name with values of
/// different types.
///
/// ```swift
/// @RelayKeys extension RelayKey<Int> {
///   static var cartCount: Self { Self("cart.count") }
///   static var guestCount: Self { Self("guest.count") }
/// }
/// ```
///
/// A key is a static property of the type `Self` or `RelayKey<…>`; other members are left
/// aside. Of a name that is no literal, a record has the property, and only the running program
/// knows the name.
///
/// A module with records must be linked into one image of a program only: see
/// <doc:Observing-Relays-of-Other-Modules>.
@attached(peer)
public macro RelayKeys() = #externalMacro(module: "ToolkitMacros", type: "RelayKeysMacro")
