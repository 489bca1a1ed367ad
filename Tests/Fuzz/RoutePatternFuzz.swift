// Compiled by `Tests/Fuzz/run` in one module with the address and the routing of
// Khala.

import RoutePatterns

/// Reads arbitrary texts as a pattern and, behind a line feed, an address.
///
/// Whatever is a pattern can be put into a table, explains itself, and gives back
/// the captures of an address that it matches as an address that it matches.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRoutePattern(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let lines = text.split(
    maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" })
  let pattern: RoutePattern
  do throws(RoutePatternError) {
    pattern = try RoutePattern(String(lines[0]))
  } catch {
    precondition(0...error.pattern.utf8.count ~= error.offset, "the error is outside of the text")
    precondition(!error.description.isEmpty)
    for correction in error.corrections {
      precondition(0...error.pattern.utf8.count ~= correction.range.upperBound)
    }
    return 0
  }
  let table = RouteTable([RouteEntry(pattern, route: 1)])
  precondition(table.problems.isEmpty, "a pattern is in its own way")
  guard lines.count == 2, let address = try? RouteAddress(String(lines[1])) else { return 0 }
  let match = table.match(address)
  precondition(
    (match == nil) == (table.explain(address).match == nil), "the explanation is another one")
  guard let values = match?.captures.dictionary else { return 0 }
  // A rest with a slash inside a component cannot be written as one text.
  guard let again = try? pattern.url(with: values, scheme: address.scheme) else {
    precondition(values.values.contains { $0.contains("/") || $0.isEmpty }, "no way back")
    return 0
  }
  guard let secondMatch = table.match(again) else { preconditionFailure("the way back is blocked") }
  precondition(
    secondMatch.captures.dictionary.mapValues { Array($0.utf8) }
      == values.mapValues { Array($0.utf8) }, "the way back leads elsewhere")
  return 0
}
