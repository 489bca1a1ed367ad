/// A route as it is declared: what its addresses look like, and what it is.
@usableFromInline
package struct RouteEntry<Route: Sendable>: Sendable {
  package var pattern: RoutePattern

  /// Routes with a higher priority are looked at first, whatever their patterns.
  package var priority: Int

  @usableFromInline package var route: Route

  package init(_ pattern: RoutePattern, priority: Int = 0, route: Route) {
    self.pattern = pattern
    self.priority = priority
    self.route = route
  }
}

/// The routes of a program, and which of them an address leads to.
///
/// A table never changes; to add or remove a route, build another one, in time
/// linear in all patterns. Threads share it freely.
///
/// Which route an address leads to, of several that match, does not depend on
/// their order:
///
/// 1. The one with the higher priority.
/// 2. The one with the more precise segment in the first place where they differ,
///    from the left: a literal before captures with an affix (the one with more
///    literal text first), before a rest with a prefix (the longer one first),
///    before typed captures (`Bool`, `UInt`, `Int`, `Double`, `UUID`, then others by
///    name), before captures of anything, before a rest.
/// 3. The one that names its scheme before one that takes any.
///
/// If all of this is equal, the routes are in conflict: the first one gets the
/// address, and ``compare(steps:)`` says so. If one pattern matches in two ways that are
/// equal so far, its leftmost optional segments are there. A way that turns out
/// wrong is given up, and the next one tried, as often as it takes; every node of
/// the table is looked at once at most.
@usableFromInline
package struct RouteTable<Route: Sendable>: Sendable {
  /// The entries in the order in which they were given.
  @usableFromInline package let entries: [RouteEntry<Route>]

  /// The trie of all patterns.
  @usableFromInline let root: RouteNode

  /// Builds a table.
  ///
  /// - Complexity: O(*n*) in the segments of all patterns, and O(*n* log *n*) in the
  ///   different ones of one place.
  package init(_ entries: [RouteEntry<Route>]) {
    self.entries = entries
    root = RouteNode(
      entries.enumerated().flatMap { number, entry in
        RouteVariant.all(of: entry.pattern, entry: number, priority: entry.priority)
      })
  }

  /// The route that an address leads to, and what its pattern captures there.
  ///
  /// - Complexity: O(*n*) in the size of the address, if no way turns out wrong, and
  ///   O(log *m*) for each of its components in the literals of one place.
  @inlinable
  package func match(
    _ address: RouteAddress
  ) -> (route: Route, entry: Int, captures: RouteCaptures)? {
    guard let variant = root.find(address.text, address.layout) else { return nil }
    let captures =
      variant.names.isEmpty ? RouteCaptures.none : RouteCaptures(of: variant, in: address)
    return (entries[variant.entry].route, variant.entry, captures)
  }
}

extension RouteNode {
  /// Finds the variant that an address leads to, by its parts, so that it need not be copied.
  @usableFromInline
  func find(_ text: String, _ layout: RouteAddress.Layout) -> RouteVariant? {
    ByteView.of(text) { RouteSearch(of: $0, layout, below: self).best }
  }
}
