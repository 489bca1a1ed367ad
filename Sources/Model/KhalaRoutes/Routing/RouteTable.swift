/// The declaration of a route: its pattern, its priority, and the route itself.
@usableFromInline
package struct RouteEntry<Route: Sendable>: Sendable {
  package var pattern: RoutePattern

  /// The priority.
  ///
  /// Routes with a higher priority take precedence, regardless of their patterns.
  package var priority: Int

  @usableFromInline package var route: Route

  package init(_ pattern: RoutePattern, priority: Int = 0, route: Route) {
    self.pattern = pattern
    self.priority = priority
    self.route = route
  }
}

/// The routes of a program, and the rules that determine which of them an address leads to.
///
/// A table never changes. To add or remove a route, create another table, which takes linear time
/// in all patterns. Threads can share a table.
///
/// If several routes match an address, the result does not depend on their order. The following
/// rules apply in turn:
///
/// 1. The route with the higher priority takes precedence.
/// 2. The patterns are compared from left to right, and the more precise segment in the first place
///    where they differ takes precedence. The order of segments is: literals, captures with an
///    affix (more literal text first), rests with a prefix (longer prefixes first), typed captures
///    (`Bool`, `UInt`, `Int`, `Double`, `UUID`, then others by name), captures without a type, and
///    rests.
/// 3. A route with schemes takes precedence over one that matches any scheme.
///
/// If all of this is equal, the routes are in conflict. The first route gets the address, and
/// ``compare(steps:)`` reports the conflict. If one pattern matches in two ways that are equal so
/// far, its leftmost optional segments are present. The search backtracks as often as necessary,
/// but visits each node of the table at most once.
@usableFromInline
package struct RouteTable<Route: Sendable>: Sendable {
  /// The entries, in the order of the initializer.
  @usableFromInline package let entries: [RouteEntry<Route>]

  /// The trie of all patterns.
  @usableFromInline let root: RouteNode

  /// Creates a table.
  ///
  /// - Complexity: O(*n*) in the segments of all patterns, and O(*n* log *n*) in the different
  ///   segments of each place.
  package init(_ entries: [RouteEntry<Route>]) {
    self.entries = entries
    root = RouteNode(
      entries.enumerated().flatMap { number, entry in
        RouteVariant.all(of: entry.pattern, entry: number, priority: entry.priority)
      })
  }

  /// Returns the route that an address leads to, and the captures of its pattern.
  ///
  /// - Complexity: O(*n*) in the size of the address if the search does not backtrack, and O(log
  ///   *m*) for each component in the number of literals of one place.
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
  /// Finds the variant that an address leads to.
  ///
  /// The address is passed in parts, so that it is not copied.
  @usableFromInline
  func find(_ text: String, _ layout: RouteAddress.Layout) -> RouteVariant? {
    ByteView.of(text) { RouteSearch(of: $0, layout, below: self).best }
  }
}
