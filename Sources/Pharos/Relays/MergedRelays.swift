import Synchronization

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
public func mergeRelays<each Value>(
  _ relays: repeat ValueRelay<each Value>, fileID: StaticString = #fileID, line: UInt = #line
) -> ValueRelay<(repeat each Value)> {
  let merge = Merge(
    repeat (core: (each relays).core, slot: (each relays).slot),
    origin: RelayOrigin(fileID: fileID, line: line))
  return ValueRelay(core: merge.core, slot: merge.core.mainSlot())
}

/// The values of several cores as one.
struct Merge<each Value> {
  let core: Core<(repeat each Value)>

  init(
    _ sources: repeat (core: Core<each Value>, slot: Slot<each Value>), origin: RelayOrigin?
  ) {
    var domain = Domain()
    var level = 0
    repeat (domain, level) = (
      Domain.unite(domain, (each sources).core.domain), max(level, (each sources).core.level)
    )

    let latestOrigin = LatestValue<UInt>(1)
    let inputs = (repeat LatestValue((each sources).core.value))
    let compute = { @Sendable in (repeat (each inputs).value) }
    let core = Core<(repeat each Value)>(
      compute(), domain: domain, level: level + 1, origin: origin,
      compute: { (value: compute(), origin: latestOrigin.value) })
    repeat Self.connect((each sources), to: core, input: each inputs, origin: latestOrigin)
    // What changed while it was being connected.
    core.replaceSilently(with: compute)
    self.core = core
  }

  private static func connect<Input>(
    _ source: (core: Core<Input>, slot: Slot<Input>), to core: Node, input: LatestValue<Input>,
    origin: LatestValue<UInt>
  ) {
    source.core.addEdge(from: source.slot) { value in
      input.value = value
      return Edge(slot: source.slot.key, isOnlyParent: false, child: core) {
        merge, change, thread in
        input.value = change.new
        origin.value = change.origin
        thread.wait(for: merge)
      }
    }
  }
}

/// The latest value that a merge has been given by one of its sources.
private final class LatestValue<Value>: @unchecked Sendable {
  // Why this is Sendable: all access is under the lock, and a merge's values go
  // where those of its sources go.

  private let lock = Mutex(())
  @exclusivity(unchecked) private var stored: Value

  init(_ value: Value) {
    stored = value
  }

  var value: Value {
    get {
      var value: Value?
      lock.withLock { _ in value = stored }
      return value!
    }
    set {
      // The old value is released after unlocking.
      var old = newValue
      lock.withLock { _ in swap(&stored, &old) }
    }
  }
}
