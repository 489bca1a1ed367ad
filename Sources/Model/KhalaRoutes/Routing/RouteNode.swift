/// A node of the trie in which the patterns of a table are merged by their first segments.
///
/// The trie is the only form in which a table stores its patterns. ``RouteSearch`` looks up
/// addresses in it, and the table uses it to compare its entries with each other. A node is created
/// together with all nodes below it, from the variants that lead to it, and never changes.
///
/// Rejected:
/// * A list of patterns, or of regular expressions, that are tried one after the other. A lookup
///   would take longer with each route.
/// * A dictionary of the literal patterns beside a trie of the others. A literal segment and a
///   capture can compete for one address, so both structures would have to know the precedence.
/// * Nodes that change when a route is added at run time. Lookups would need a lock. A new table is
///   built instead, and lookups in progress keep the old one.
///
/// The recursion over nodes is as deep as the longest pattern, whose segments are limited to
/// `RoutePatternSyntax.segmentLimit`.
@usableFromInline
package final class RouteNode: Sendable {
  /// The bytes of a literal segment.
  private struct Literal: BitwiseCopyable {
    /// The first eight bytes, padded with zeros.
    ///
    /// Most literals differ in these.
    let head: UInt64
    /// The range of all bytes in the pool of the node.
    let range: ByteRange
  }

  /// The literal segments, in order.
  private let literals: [Literal]
  /// The bytes of all literal segments.
  private let pool: [UInt8]
  /// The child node of each literal segment.
  private let literalChildren: [RouteNode]
  /// The other segments except captures without a converter, in the order in which they are tried.
  let matchers: [(segment: RouteSegment, child: RouteNode)]
  /// The child node of a capture without a converter.
  let capture: RouteNode?
  /// The variants that match if the address ends at this node, in the order in which they are
  /// tried.
  let ends: [RouteVariant]
  /// The variants that match if the address has more components.
  let rests: [RouteVariant]
  /// The highest priority of the variants of this node and the nodes below it.
  let priority: Int

  /// Creates a node from the variants that lead to it, and all nodes below it.
  ///
  /// - Parameters:
  ///   - variants: The variants, in the order of their entries.
  ///   - depth: The number of segments before the node.
  /// - Complexity: O(*n*) in the segments of all variants, and O(*n* log *n*) in the different
  ///   segments of a node.
  init(_ variants: [RouteVariant], depth: Int = 0) {
    var literals: [[UInt8]: [RouteVariant]] = [:]
    var matchers: [RouteSegment: [RouteVariant]] = [:]
    var captured: [RouteVariant] = []
    var ends: [RouteVariant] = []
    var rests: [RouteVariant] = []
    for variant in variants {
      guard depth < variant.segments.count else {
        ends.append(variant)
        // The component that begins with the prefix of a rest can be the last one.
        if case .rest? = variant.segments.last { rests.append(variant) }
        continue
      }
      switch variant.segments[depth] {
      case .literal(let bytes): literals[bytes, default: []].append(variant)
      case .capture(let capture) where capture.converter == nil: captured.append(variant)
      case .rest(let prefix, _) where prefix.isEmpty: rests.append(variant)
      case let segment: matchers[segment.unnamed, default: []].append(variant)
      }
    }
    let ordered = literals.map { bytes, variants in
      (bytes: bytes, head: ByteView.of(bytes) { $0.head(of: ByteRange(0, bytes.count)) }, variants)
    }.sorted { one, other in
      if one.head != other.head { return one.head < other.head }
      if one.bytes.count != other.bytes.count { return one.bytes.count < other.bytes.count }
      return one.bytes.lexicographicallyPrecedes(other.bytes)
    }
    var end = 0
    self.literals = ordered.map { literal in
      defer { end += literal.bytes.count }
      return Literal(head: literal.head, range: ByteRange(end, end + literal.bytes.count))
    }
    pool = ordered.flatMap(\.bytes)
    literalChildren = ordered.map { RouteNode($0.2, depth: depth + 1) }
    self.matchers = matchers.sorted { $0.key.precedes($1.key) }
      .map { ($0.key, RouteNode($0.value, depth: depth + 1)) }
    capture = captured.isEmpty ? nil : RouteNode(captured, depth: depth + 1)
    self.ends = Self.inOrder(ends)
    self.rests = Self.inOrder(rests)
    priority = variants.lazy.map(\.priority).max() ?? .min
  }

  /// Returns the variants in order: by priority from high to low, then variants with schemes before
  /// others, then by entry.
  ///
  /// If variants of an entry differ only in the names of captures, the first one is kept.
  private static func inOrder(_ variants: [RouteVariant]) -> [RouteVariant] {
    var last = -1
    return variants.filter { variant in
      defer { last = variant.entry }
      return variant.entry != last
    }.sorted { one, other in
      if one.priority != other.priority { return one.priority > other.priority }
      if one.schemes.isEmpty != other.schemes.isEmpty { return other.schemes.isEmpty }
      return one.entry < other.entry
    }
  }

  /// A Boolean value that indicates whether the node has literal segments.
  @inline(__always) var hasLiterals: Bool { !literals.isEmpty }

  /// Returns the child node of the literal segment with these bytes.
  ///
  /// - Complexity: O(log *n*) in the literal segments of the node.
  func child(_ bytes: ByteView, _ range: ByteRange) -> RouteNode? {
    let head = bytes.head(of: range)
    var (low, high) = (0, literals.count)
    while low < high {
      let middle = (low &+ high) &>> 1
      let literal = literals[middle]
      var isBefore = literal.head < head
      if literal.head == head {
        let order = order(of: literal, to: bytes, range)
        if order == 0 { return literalChildren[middle] }
        isBefore = order < 0
      }
      if isBefore { low = middle &+ 1 } else { high = middle }
    }
    return nil
  }

  /// Compares a literal with bytes that have the same head, first by length.
  ///
  /// - Returns: A negative number if the literal comes first, and 0 if both are equal.
  @inline(__always)
  private func order(of literal: Literal, to bytes: ByteView, _ range: ByteRange) -> Int {
    let size = literal.range.count
    if size != range.count { return size - range.count }
    var index = 8
    while index < size {
      let difference =
        Int(pool[Int(literal.range.start) &+ index]) - Int(bytes[Int(range.start) &+ index])
      if difference != 0 { return difference }
      index &+= 1
    }
    return 0
  }

  private func child(_ literal: [UInt8]) -> RouteNode? {
    ByteView.of(literal) { child($0, ByteRange(0, literal.count)) }
  }

  // MARK: - Comparing patterns

  /// Returns the variants that match the same addresses as these segments with the same precedence,
  /// for any scheme and priority.
  func equals(of segments: ArraySlice<RouteSegment>) -> [RouteVariant] {
    guard let segment = segments.first else { return ends }
    let child: RouteNode?
    switch segment {
    case .literal(let bytes): child = self.child(bytes)
    case .capture(let capture) where capture.converter == nil: child = self.capture
    case .rest(let prefix, _) where prefix.isEmpty: return rests
    default:
      let unnamed = segment.unnamed
      child = matchers.first { $0.segment == unnamed }?.child
    }
    return child?.equals(of: segments.dropFirst()) ?? []
  }

  /// Returns an entry with a higher priority that matches every address that these segments match.
  ///
  /// - Parameters:
  ///   - segments: The segments.
  ///   - schemes: The schemes that the entry must accept. If empty, it must accept every scheme.
  ///   - priority: The priority that must be exceeded.
  ///   - steps: The number of segments that may still be compared. If it is 0, no entry is found.
  /// - Returns: The entry, or the first one of several entries that together accept all schemes.
  func cover(
    of segments: ArraySlice<RouteSegment>, schemes: [String], above priority: Int,
    steps: inout Int
  ) -> Int? {
    guard self.priority > priority else { return nil }
    steps -= 1 + matchers.count
    guard steps >= 0 else { return nil }
    guard let segment = segments.first else {
      return ends.taker(of: schemes, above: priority)
    }
    for child in children(covering: segment) {
      if let entry = child.cover(
        of: segments.dropFirst(), schemes: schemes, above: priority, steps: &steps)
      {
        return entry
      }
    }
    return rests.taker(of: schemes, above: priority)
  }

  private func children(covering segment: RouteSegment) -> [RouteNode] {
    var children = matchers.filter { $0.segment.covers(segment) }.map(\.child)
    switch segment {
    case .literal(let bytes): if let child = child(bytes) { children.insert(child, at: 0) }
    // Only another rest accepts several components.
    case .rest: return children
    case .affix, .capture: break
    }
    if let capture { children.append(capture) }
    return children
  }
}

extension [RouteVariant] {
  /// Returns an entry with a higher priority, if every scheme is accepted by one.
  fileprivate func taker(of schemes: [String], above priority: Int) -> Int? {
    let higher = prefix { $0.priority > priority }
    if let any = higher.first(where: \.schemes.isEmpty) { return any.entry }
    let entries = schemes.map { scheme in higher.first { $0.schemes.contains(scheme) }?.entry }
    return entries.contains(nil) ? nil : entries.first ?? nil
  }
}
