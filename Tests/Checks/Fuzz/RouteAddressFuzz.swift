// Compiled by `Tests/Checks/Fuzz/run` in one module with the addresses, patterns and routing of
// KhalaRoutes.

/// Takes arbitrary texts apart.
///
/// Whatever is an address has parts that can be written and read again, and is
/// looked up without reading outside of it (the address sanitizer watches).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRouteAddress(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  do throws(RouteAddressError) {
    let address = try RouteAddress(text)
    let again = try RouteAddress(address.canonicalText)
    precondition(again.parts == address.parts, "the canonical text has other parts")
    precondition(again.canonicalText == address.canonicalText, "the canonical text is not final")
    let match = table.match(address)
    precondition(
      match?.captures.dictionary == table.match(again)?.captures.dictionary,
      "the canonical text leads somewhere else")
    precondition(
      (match == nil) == (table.explain(address).match == nil), "the explanation is another one")
  } catch {
    precondition(0...text.utf8.count ~= error.offset, "the error is outside of the text")
    precondition(!error.description.isEmpty)
  }
  return 0
}

/// Patterns of every kind.
private let table = RouteTable(
  [
    "kl://a/b", "a/{x:Int}", "a/{x}/{y?}", "{kl,kf}://img-{id}.{ext}", "{n:Double}", "{u:UUID}/c",
    "{b:Bool}/{*rest?}", "中/{*rest}", "src{*rest}", "{x?}/b/{y?}/{z}",
    "{x}-{y:Int}-{z}/{p}/{q}/{r}/{s}",
  ].map { text -> RouteEntry<Int> in
    guard let pattern = try? RoutePattern(text) else { fatalError("'\(text)' is no pattern") }
    return RouteEntry(pattern, route: 0)
  })
