/// The hops from library to library that led to the running code.
///
/// Code that joins libraries puts each hop on the trail, and so notices a cycle of hops.
/// It is there also while the process is not traced, and empty for code that no hop
/// led to.
///
/// A value of three references, the two latest hops among them: most ways are no longer, and
/// need no memory of their own. With more parts the compiler would take it for a large value,
/// and copy each part by way of what the runtime knows of its type; with an optional trail as
/// the value of a task, the runtime would do so. Both took longer than all the rest.
///
/// - Concurrency: Child tasks and `Task { … }` inherit it; for what does not, see
///   ``Inheritance``.
package struct HopTrail: Sendable {
  /// The trail of the code that asks.
  @inlinable package static var current: HopTrail {
    ContextSwitch.hasHopped ? currentInUse : HopTrail()
  }

  @TaskLocal private static var taskLocal = HopTrail()

  /// The trail in a process that has had a hop: reading a task-local value costs as much as
  /// a small call, which other processes do not pay.
  @usableFromInline static var currentInUse: HopTrail { taskLocal }

  /// The object that took the latest hop; `nil` if the trail is empty.
  package let hop: (any AnyObject & Sendable)?

  /// The object that took the hop before, if there was one.
  @usableFromInline let previous: (any AnyObject & Sendable)?

  /// The hops before those, and what else is known of a trail that is long.
  @usableFromInline let earlier: EarlierHops?

  /// Makes an empty trail.
  @inlinable
  package init() {
    hop = nil
    previous = nil
    earlier = nil
  }

  /// Begins a trail.
  @inlinable
  package init(_ hop: any AnyObject & Sendable) {
    self.hop = hop
    previous = nil
    earlier = nil
  }

  /// Adds a hop to a trail.
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

  /// A Boolean value that indicates whether no hop led here.
  @inlinable package var isEmpty: Bool { hop == nil }

  /// The number of hops.
  package var count: Int {
    (hop == nil ? 0 : 1) + (previous == nil ? 0 : 1) + (earlier?.count ?? 0)
  }

  /// When half of the hops of a long trail had been taken, on whichever clock its
  /// maker uses.
  package var halfway: TraceInstant? { earlier?.halfway }

  /// All that took hops, the latest first.
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

  /// Runs what the last hop of this trail leads to.
  package func lead(to body: () throws -> Void) rethrows {
    ContextSwitch.noteHop()
    try Self.$taskLocal.withValue(self, operation: body)
  }

  /// Runs something that came about by a trail, or by none, whatever trail led the
  /// calling thread here.
  @inlinable
  package static func follow<Result>(
    _ trail: HopTrail, _ body: () throws -> Result
  ) rethrows -> Result {
    guard ContextSwitch.hasHopped else { return try body() }
    return try followInUse(trail, body)
  }

  /// Runs something that may suspend and came about by a trail, or by none.
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
  /// Returns whether two are the same trail, which needs no look at hops long ago.
  package static func == (left: HopTrail, right: HopTrail) -> Bool {
    left.hop === right.hop && left.previous === right.previous && left.earlier === right.earlier
  }
}

/// The hops of a trail before the two latest ones.
@usableFromInline
final class EarlierHops: Sendable {
  /// The latest of them; nothing if there are none, and only the time is known.
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
