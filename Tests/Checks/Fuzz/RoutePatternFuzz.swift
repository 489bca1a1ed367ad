// Compiled by `Tests/Checks/Fuzz/run` in one module with the addresses, patterns and routing of
// KhalaRoutes.

import RoutePatterns

/// Reads arbitrary texts as a pattern and, behind a line feed, an address.
///
/// Every pattern can be put into a table, explains itself, and gives back the
/// captures of an address that it matches as an address that it matches. Components
/// are split as trying every split splits them, in a bounded number of steps.
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
  precondition(table.compare().problems.isEmpty, "a pattern is in its own way")
  guard lines.count == 2, let address = try? RouteAddress(String(lines[1])) else { return 0 }
  checkSplits(of: pattern, at: address)
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

/// Compares the splits of all components with those of a plain search.
private func checkSplits(of pattern: RoutePattern, at address: RouteAddress) {
  for case .affix(let affix) in pattern.segments {
    for component in address.routeComponents {
      let bytes = Array(component.utf8)
      var steps = 0
      let isMatch = ByteView.of(bytes) {
        affix.matches($0, 0..<bytes.count, countingSteps: &steps) { _, _ in }
      }
      precondition(
        steps <= affix.captures.count * bytes.count * (bytes.count + 1), "too many steps")
      // The plain search takes exponential time.
      guard affix.captures.count <= 4, bytes.count <= 24 else { continue }
      let found = ByteView.of(bytes) { affix.split($0, 0..<bytes.count) }
      precondition(isMatch == (found != nil), "two searches differ")
      let expected = longestFirst(bytes, 0, affix.literals[...], affix.captures[...])
      precondition(found == expected, "another split comes first")
    }
  }
}

/// The first split, if the longest value of each capture is tried first.
private func longestFirst(
  _ bytes: [UInt8], _ offset: Int, _ literals: ArraySlice<[UInt8]>,
  _ captures: ArraySlice<RouteCapture>
) -> [Range<Int>]? {
  guard let literal = literals.first, bytes[offset...].starts(with: literal) else { return nil }
  let start = offset + literal.count
  guard let capture = captures.first else { return start == bytes.count ? [] : nil }
  for end in stride(from: bytes.count, to: start, by: -1) {
    let isFit =
      capture.converter.map { converter in
        ByteView.of(bytes) { converter.accepts($0, start..<end) }
      } ?? true
    if isFit, let others = longestFirst(bytes, end, literals.dropFirst(), captures.dropFirst()) {
      return [start..<end] + others
    }
  }
  return nil
}
