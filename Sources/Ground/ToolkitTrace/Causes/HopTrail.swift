/// The hops from library to library that led to the running code.
///
/// Code that connects libraries adds each hop to the trail, so it can detect a cycle of hops. The
/// trail is also available if the process is not traced. It is empty for code without hops.
///
/// A trail consists of three references, including the two latest hops. Most trails are not longer
/// and need no additional memory. With more properties, the compiler would treat it as a large
/// value and copy each property with the metadata of its type. With an optional trail as the
/// task-local value, the runtime would do so. Both were slower than everything else.
///
/// - Concurrency: Child tasks and `Task { … }` inherit the trail. For code that does not, see
///   ``Inheritance``.
///   ``Inheritance``.
package struct HopTrail: Sendable {
  /// The trail of the calling code.
  @inlinable package static var current: HopTrail {
    ContextSwitch.hasHopped ? currentInUse : HopTrail()
  }

  @TaskLocal private static var taskLocal = HopTrail()

  /// The trail in a process with hops.
  ///
  /// It is read only there, because reading a task-local value costs as much as a small call.
  @usableFromInline static var currentInUse: HopTrail { taskLocal }

  /// The object of the latest hop, or `nil` if the trail is empty.
  package let hop: (any AnyObject & Sendable)?

  /// The object of the hop before `hop`, or `nil` if the trail has fewer than two hops.
  @usableFromInline let previous: (any AnyObject & Sendable)?

  /// The earlier hops, and other properties of a long trail.
  @usableFromInline let earlier: EarlierHops?

  /// Creates an empty trail.
  @inlinable
  package init() {
    hop = nil
    previous = nil
    earlier = nil
  }

  /// Creates a trail with one hop.
  @inlinable
  package init(_ hop: any AnyObject & Sendable) {
    self.hop = hop
    previous = nil
    earlier = nil
  }

  /// Creates a trail by adding a hop to another trail.
  package init(
    _ hop: any AnyObject & Sendable, after trail: HopTrail, halfway: TraceInstant? = nil
  ) {
    self.hop = hop
    previous = trail.hop
    let isShort = trail.previous == nil && trail.earlier == nil && halfway == nil
    earlier =
      isShort
      ? nil
      : EarlierHops(trail.previous, after: trail.earlier, halfway: halfway ?? trail.halfway)
  }

  /// A Boolean value that indicates whether the trail has no hops.
  @inlinable package var isEmpty: Bool { hop == nil }

  /// The number of hops.
  package var count: Int {
    (hop == nil ? 0 : 1) + (previous == nil ? 0 : 1) + (earlier?.count ?? 0)
  }

  /// The time at which a long trail had half of its hops, on the clock of the code that created it.
  package var halfway: TraceInstant? { earlier?.halfway }

  /// The objects of all hops, with the latest first.
  package var hops: [any AnyObject & Sendable] {
    var hops = [hop, previous].compactMap(\.self)
    var next = earlier
    while let one = next {
      if let hop = one.hop { hops.append(hop) }
      next = one.earlier
    }
    return hops
  }

  // MARK: - Bodies

  /// Runs the code that the last hop of this trail calls.
  package func lead(to body: () throws -> Void) rethrows {
    ContextSwitch.noteHop()
    try Self.$taskLocal.withValue(self, operation: body)
  }

  /// Runs a body with a trail, or with none, regardless of the trail of the calling code.
  @inlinable
  package static func follow<Result>(
    _ trail: HopTrail, _ body: () throws -> Result
  ) rethrows -> Result {
    guard ContextSwitch.hasHopped else { return try body() }
    return try followInUse(trail, body)
  }

  /// Runs an asynchronous body with a trail, or with none.
  package nonisolated(nonsending) static func follow<Result>(
    _ trail: HopTrail, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    guard ContextSwitch.hasHopped, trail != taskLocal else { return try await body() }
    return try await $taskLocal.withValue(trail, operation: body)
  }

  @usableFromInline
  static func followInUse<Result>(
    _ trail: HopTrail, _ body: () throws -> Result
  ) rethrows -> Result {
    guard trail != taskLocal else { return try body() }
    return try $taskLocal.withValue(trail, operation: body)
  }
}

extension HopTrail: Equatable {
  /// Returns whether two trails are the same.
  ///
  /// For this, earlier hops need not be compared.
  package static func == (left: HopTrail, right: HopTrail) -> Bool {
    left.hop === right.hop && left.previous === right.previous && left.earlier === right.earlier
  }
}

/// The hops of a trail before the two latest ones.
@usableFromInline
final class EarlierHops: Sendable {
  /// The latest of these hops, or `nil` if only the time is known.
  let hop: (any AnyObject & Sendable)?
  let earlier: EarlierHops?
  let count: Int
  let halfway: TraceInstant?

  init(
    _ hop: (any AnyObject & Sendable)?, after earlier: EarlierHops?, halfway: TraceInstant?
  ) {
    self.hop = hop
    self.earlier = earlier
    self.halfway = halfway
    count = (hop == nil ? 0 : 1) + (earlier?.count ?? 0)
  }
}
