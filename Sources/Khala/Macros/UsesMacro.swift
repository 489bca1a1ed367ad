/// Declares that the module calls routes by URLs that it makes at run time.
///
/// A URL that is a string literal in a call is found by tools in the code. One that is put
/// together is known to the running program alone, and `#uses` declares it:
///
/// ```swift
/// #uses("kl://Store/delete?id={}")
///
/// func remove(_ item: Item) {
///   Khala(str: "kl://\(item.owner)/delete?id=\(item.id)")?.call()
/// }
/// ```
///
/// The declaration becomes a record in the binary, which `modkit` and `Bridge.graph` read. It
/// calls nothing, and no code runs for it. It may stand at file scope and in any type that is
/// not generic.
///
/// - Parameters:
///   - url: The URL with its scheme and host, a string literal. `{}` is a part that only the
///     running program knows; a name between the braces is for readers.
///   - others: Other URLs that the module calls.
@freestanding(declaration)
public macro uses(_ url: String, _ others: String...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
