/// A pattern of a table with a selection of its optional segments.
@usableFromInline
package final class RouteVariant: Sendable {
  /// The index of the pattern in the entries of the table.
  @usableFromInline let entry: Int
  let priority: Int
  /// The schemes that match, in lower case.
  ///
  /// If empty, all schemes match.
  let schemes: [String]
  let segments: [RouteSegment]
  /// The names of all captures of the pattern, from left to right.
  @usableFromInline let names: [String]

  private init(_ pattern: RoutePattern, _ segments: [RouteSegment], entry: Int, priority: Int) {
    self.entry = entry
    self.priority = priority
    schemes = pattern.schemes
    self.segments = segments
    names = pattern.captureNames
  }

  /// Returns the variants of a pattern, in the order of precedence that applies if everything else
  /// is equal.
  static func all(of pattern: RoutePattern, entry: Int, priority: Int) -> [RouteVariant] {
    pattern.variants.map { RouteVariant(pattern, $0, entry: entry, priority: priority) }
  }

  /// Returns whether an address with this scheme can match.
  @inline(__always)
  func takes(_ scheme: ByteRange, of bytes: ByteView) -> Bool {
    schemes.isEmpty || takesOne(scheme, of: bytes)
  }

  @inline(never)
  private func takesOne(_ scheme: ByteRange, of bytes: ByteView) -> Bool {
    schemes.contains { name in
      name.utf8.count == scheme.count
        && zip(name.utf8, scheme.offsets).allSatisfy { $0 == ASCII.lowercased(bytes[$1]) }
    }
  }
}

extension RoutePattern {
  /// The segments of the pattern with each selection of optional segments.
  ///
  /// Shorter selections come first. If selections have the same length, the selection with the
  /// leftmost segments comes first.
  var variants: [[RouteSegment]] {
    var variants: [[Int]] = [[]]
    var place = 0
    while place < segments.count {
      var end = place
      while optionals.contains(end) { end += 1 }
      if end > place {
        let run = place..<end
        variants = variants.flatMap { variant in (0...run.count).map { variant + run.prefix($0) } }
        place = end
      } else {
        for index in variants.indices { variants[index].append(place) }
        place += 1
      }
    }
    return variants.sorted { one, two in
      one.count != two.count ? one.count < two.count : one.lexicographicallyPrecedes(two)
    }.map { places in places.map { segments[$0] } }
  }
}
