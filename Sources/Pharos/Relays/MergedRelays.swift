public import Synchronization

/// Merges several relays into one, whose value is a tuple of their values.
///
/// The merged relay changes when any of the relays changes. If some of them are made from one
/// another, a change may reach it on several paths. It then changes once, after all relays have
/// their new values.
///
/// ```swift
/// mergeRelays($userName, $fullName, $password)
///   .whenDidSet { changes in
///     print("userName: \(changes.new.0)")
///   }
/// ```
///
/// The merged relay lives as long as any of its relays.
///
/// - Concurrency: All relays must belong to the same actor or thread.
@_semantics("optimize.no.crossmodule")
public func mergeRelays<each Value>(
  _ relays: repeat ValueRelay<each Value>, fileID: String = #fileID, line: Int = #line
) -> ValueRelay<(repeat each Value)> {
  let merge = Merge(
    repeat (core: (each relays).core, slot: (each relays).slot),
    origin: CodeLocation(fileID: fileID, line: line))
  return ValueRelay(main: merge.core)
}

/// Merges two relays into one.
///
/// This overload does the same as the form for any number of relays, without looking up types at
/// run time.
@inlinable
public func mergeRelays<First, Second>(
  _ first: ValueRelay<First>, _ second: ValueRelay<Second>, fileID: String = #fileID,
  line: Int = #line
) -> ValueRelay<(First, Second)> {
  let inputs = (LatestValue(first.core.value), LatestValue(second.core.value))
  let core = Core(
    unsafe (inputs.0.stored, inputs.1.stored),
    domain: Domain.unite(first.core.domain, second.core.domain),
    level: max(first.core.level, second.core.level) + 1,
    origin: CodeLocation(fileID: fileID, line: line),
    compute: { unsafe (inputs.0.stored, inputs.1.stored) })
  first.core.connect(first.slot, to: core, input: inputs.0)
  second.core.connect(second.slot, to: core, input: inputs.1)
  core.replaceSilently { unsafe (inputs.0.stored, inputs.1.stored) }
  return ValueRelay(main: core)
}

/// Rejects arguments that are values instead of relays.
@available(*, unavailable, message: "relays are merged, not values: start each with '$'")
public func mergeRelays<each Value>(
  _ values: repeat each Value, fileID: String = #fileID, line: Int = #line
) -> ValueRelay<(repeat each Value)> { fatalError("unavailable") }

// The attribute `@_semantics` below is needed on all functions with parameter packs: with
// `-cross-module-optimization`, the compiler pass of that name crashes on such functions (Swift
// 6.3). See https://github.com/mattpolzin/OpenAPIKit/issues/519 and
// https://github.com/swiftlang/swift/issues/91480.

/// A core whose value is a tuple of the values of several cores.
struct Merge<each Value> {
  let core: Core<(repeat each Value)>

  @_semantics("optimize.no.crossmodule")
  init(
    _ sources: repeat (core: Core<each Value>, slot: Slot), origin: CodeLocation?
  ) {
    var domain = Domain()
    var level = 0
    repeat (domain, level) = (
      Domain.unite(domain, (each sources).core.domain), max(level, (each sources).core.level)
    )

    let inputs = (repeat LatestValue((each sources).core.value))
    let compute = { @Sendable in unsafe (repeat (each inputs).stored) }
    let core = Core<(repeat each Value)>(
      compute(), domain: domain, level: level + 1, origin: origin,
      compute: compute)
    repeat (each sources).core.connect(
      (each sources).slot, to: core, input: each inputs)
    // A source may have changed while it was being connected.
    core.replaceSilently(with: compute)
    self.core = core
  }
}

extension Core {
  /// Connects a relay to a merge.
  ///
  /// - Parameters:
  ///   - slot: The slot of the relay.
  ///   - merge: The merge's core.
  ///   - input: The merge's copy of this core's value.
  @inlinable
  func connect(_ slot: Slot, to merge: Node, input: LatestValue<Value>) {
    addEdge(from: slot) { value in
      input.set(value, in: merge)
      return Edge(slot: slot.key, isOnlyParent: false, child: merge) {
        merge, _, new, origin, thread in
        input.set(new, in: merge)
        unsafe merge.latestOrigin = origin
        thread.wait(for: merge)
      }
    }
  }
}

/// The latest value of one source of a merge.
///
/// It is only set under the lock of the merge, so that the merge is computed from a consistent set
/// of values.
@usableFromInline
final class LatestValue<Value>: @unchecked Sendable {
  // Why this is Sendable: once the merge is made, all access is under its lock. The values are used
  // where the values of the source are.

  @exclusivity(unchecked) @usableFromInline var stored: Value

  @inlinable
  init(_ value: Value) {
    unsafe stored = value
  }

  /// Replaces the value.
  @inlinable
  @inline(__always)
  func set(_ new: Value, in merge: Node) {
    // The old value is released after unlocking.
    var old = new
    merge.lock.withLock { _ in unsafe swap(&stored, &old) }
  }
}
