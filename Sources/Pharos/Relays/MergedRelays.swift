public import Synchronization

/// Makes one relay of several: its value is a tuple of theirs, and changes when
/// any of them does.
///
/// A change that reaches it on several ways, because some of the relays are made
/// from one another, changes it once, when all of them have their new values.
///
/// ```swift
/// mergeRelays($userName, $fullName, $password)
///   .whenDidSet { changes in
///     print("userName: \(changes.new.0)")
///   }
/// ```
///
/// It lives as long as any of the relays that it is made of.
///
/// - Concurrency: All of them must belong to the same actor or thread.
@_semantics("optimize.no.crossmodule")
public func mergeRelays<each Value>(
  _ relays: repeat ValueRelay<each Value>, fileID: String = #fileID, line: Int = #line
) -> ValueRelay<(repeat each Value)> {
  let merge = Merge(
    repeat (core: (each relays).core, slot: (each relays).slot),
    origin: CodeLocation(fileID: fileID, line: line))
  return ValueRelay(main: merge.core)
}

/// Makes one relay of two: the same as the form for any number of them, in a form
/// that the compiler can do without asking for types at run time.
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

/// Rejects values where relays are meant.
@available(*, unavailable, message: "relays are merged, not values: begin each with '$'")
public func mergeRelays<each Value>(
  _ values: repeat each Value, fileID: String = #fileID, line: Int = #line
) -> ValueRelay<(repeat each Value)> { fatalError("unavailable") }

// The attribute below stands at all functions that have parameter packs here: with
// `-cross-module-optimization`, the pass of that name aborts on such functions (Swift 6.3), as in
// https://github.com/mattpolzin/OpenAPIKit/issues/519 and
// https://github.com/swiftlang/swift/issues/91480.

/// The values of several cores as one.
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
    // What changed while it was being connected.
    core.replaceSilently(with: compute)
    self.core = core
  }
}

extension Core {
  /// Has changes given to a merge.
  ///
  /// - Parameters:
  ///   - slot: The relay that is merged.
  ///   - merge: The merge's core.
  ///   - input: Where the merge finds this relay's value.
  @inlinable
  func connect(_ slot: Slot, to merge: Node, input: LatestValue<Value>) {
    addEdge(from: slot) { value in
      input.set(value, in: merge)
      return Edge(slot: slot.key, isOnlyParent: false, child: merge) { merge, change, thread in
        input.set(change.new, in: merge)
        unsafe merge.latestOrigin = change.origin
        thread.wait(for: merge)
      }
    }
  }
}

/// The latest value that a merge has been given by one of its sources, under the lock of the
/// merge: so it is computed of all of them at one time.
@usableFromInline
final class LatestValue<Value>: @unchecked Sendable {
  // Why this is Sendable: all access is under the lock of the merge, once that is made, and a
  // merge's values go where those of its sources go.

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
