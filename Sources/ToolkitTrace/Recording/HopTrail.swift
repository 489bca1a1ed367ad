internal import Synchronization

/// How what runs now came about: the hops from library to library that led to it.
///
/// Whoever joins libraries puts each hop on the trail, and so notices when the hops
/// go in a circle. It is there also while nobody traces, and only for code that a hop
/// led to.
///
/// - Concurrency: Never changes. Child tasks and `Task { … }` inherit it; what goes over
///   a queue is carried by ``carrying(_:)``.
package final class HopTrail: Sendable {
  /// The trail of the code that asks; nothing for what no hop led to.
  package static var current: HopTrail? {
    isUsed.load(ordering: .relaxed) ? taskLocal : nil
  }

  @TaskLocal private static var taskLocal: HopTrail?

  /// Whether there has ever been a hop: asking for a task-local value costs as much as
  /// a small call, which nobody pays who joins nothing.
  private static let isUsed = Atomic(false)

  /// What took the hop.
  package let hop: any AnyObject & Sendable

  /// How many hops there are, with this one.
  package let count: Int

  /// The hops before.
  package let earlier: HopTrail?

  /// When half of the hops of a long trail had been taken, on whichever clock its
  /// maker uses.
  package let halfway: TraceInstant?

  /// Adds a hop to a trail.
  package init(
    _ hop: any AnyObject & Sendable, after earlier: HopTrail?, halfway: TraceInstant? = nil
  ) {
    self.hop = hop
    self.earlier = earlier
    self.halfway = halfway ?? earlier?.halfway
    count = (earlier?.count ?? 0) + 1
  }

  /// Runs what the last hop of this trail leads to.
  @inline(always)
  package func lead<Result>(to body: () throws -> Result) rethrows -> Result {
    Self.isUsed.store(true, ordering: .relaxed)
    return try Self.$taskLocal.withValue(self, operation: body)
  }

  /// Runs something that came about by a trail, or by none, whatever trail led the
  /// calling thread here.
  package static func follow<Result>(
    _ trail: HopTrail?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard isUsed.load(ordering: .relaxed), trail !== taskLocal else { return try body() }
    return try $taskLocal.withValue(trail, operation: body)
  }

  /// Runs something that may suspend and came about by a trail, or by none.
  package nonisolated(nonsending) static func follow<Result>(
    _ trail: HopTrail?, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    guard isUsed.load(ordering: .relaxed), trail !== taskLocal else { return try await body() }
    return try await $taskLocal.withValue(trail, operation: body)
  }

  /// A closure that takes the cause and the trail of the calling code along, for a
  /// queue or a thread to run.
  ///
  /// The closure itself if there is neither.
  package static func carrying(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let cause = Trace.currentCause
    let trail = current
    guard cause != nil || trail != nil else { return body }
    return { Trace.withCause(cause) { follow(trail, body) } }
  }
}
