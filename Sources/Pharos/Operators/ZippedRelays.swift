/// Combines several relays into one, which pairs their first changes, then their second changes,
/// and so on.
///
/// Its value is a tuple of their values, initially of the current ones.
///
/// If one relay is ahead of the others, up to `limit` of its changes are buffered. Beyond that, the
/// oldest is dropped.
///
/// - Concurrency: All relays must belong to the same actor or thread.
@_semantics("optimize.no.crossmodule")
public func zip<each Value>(
  _ relays: repeat ValueRelay<each Value>, limit: Int = 256, fileID: String = #fileID,
  line: Int = #line
) -> ValueRelay<(repeat each Value)> {
  let zip = Zip(
    repeat (core: (each relays).core, slot: (each relays).slot), limit: limit,
    origin: CodeLocation(fileID: fileID, line: line))
  return ValueRelay(main: zip.core)
}

/// Combines several relays into one, which pairs their first changes, then their second changes,
/// and so on.
///
/// Its value is a tuple of their values, initially of the current ones.
///
/// If one relay is ahead of the others, up to `limit` of its changes are buffered. Beyond that, the
/// oldest is dropped.
///
/// - Concurrency: May be used from any thread.
@_semantics("optimize.no.crossmodule")
public func zip<each Value: Sendable>(
  _ relays: repeat SharedRelay<each Value>, limit: Int = 256, fileID: String = #fileID,
  line: Int = #line
) -> SharedRelay<(repeat each Value)> {
  let zip = Zip(
    repeat (core: (each relays).core, slot: (each relays).slot), limit: limit,
    origin: CodeLocation(fileID: fileID, line: line))
  return SharedRelay(main: zip.core)
}

/// A core that combines the changes of several cores in step.
struct Zip<each Value> {
  let core: Core<(repeat each Value)>

  @_semantics("optimize.no.crossmodule")
  init(
    _ sources: repeat (core: Core<each Value>, slot: Slot), limit: Int,
    origin: CodeLocation?
  ) {
    precondition(limit > 0, "zip(limit: \(limit)) would have nothing to pair: pass 1 or more.")
    var domain = Domain()
    var level = 0
    repeat (domain, level) = (
      Domain.unite(domain, (each sources).core.domain), max(level, (each sources).core.level)
    )

    let missing = OperatorState(0)
    let inputs = (repeat ZipInput((each sources).core.value, missing: missing, limit: limit))
    let core = Core<(repeat each Value)>(
      (repeat (each sources).core.value), domain: domain, level: level,
      nesting: 0, origin: origin)
    let emit = { (core: Core<(repeat each Value)>, origin: UInt, thread: DeliveryThread) in
      core.stage((repeat (each inputs).take()), origin: origin, on: thread)
    }
    repeat (each sources).core.feed(
      (each sources).slot, to: core, input: each inputs, missing: missing, emit)
    self.core = core
  }
}

/// The buffered changes of one of the zipped cores, for which the other cores have no counterpart
/// yet.
private final class ZipInput<Value> {
  // Like an ``OperatorState``: made before any of the cores feeds it, and then only used by the
  // owner of the domain that all of them share.

  private var waiting = FirstInFirstOut<Value>()
  private var latest: Value
  private let limit: Int
  /// The number of inputs without a buffered value.
  private let missing: OperatorState<Int>

  init(_ value: Value, missing: OperatorState<Int>, limit: Int) {
    latest = value
    self.limit = limit
    self.missing = missing
    missing.state += 1
  }

  func append(_ value: Value) {
    if waiting.isEmpty { missing.state -= 1 }
    waiting.append(value)
    if waiting.count > limit { _ = waiting.popFirst() }
  }

  /// Removes and returns the oldest value.
  func take() -> Value {
    guard let value = waiting.popFirst() else { return latest }
    latest = value
    if waiting.isEmpty { missing.state += 1 }
    return value
  }
}

extension Core {
  /// Passes this core's changes to one of the inputs of a zip.
  fileprivate func feed<Zipped>(
    _ slot: Slot, to child: Core<Zipped>, input: ZipInput<Value>,
    missing: OperatorState<Int>,
    _ emit: @escaping (Core<Zipped>, UInt, DeliveryThread) -> Void
  ) {
    addEdge(from: slot) { _ in
      Edge(slot: slot.key, isOnlyParent: false, child: child) { child, _, new, origin, thread in
        input.append(new)
        guard missing.state == 0 else { return }
        emit(child.core(of: Zipped.self), origin, thread)
      }
    }
  }
}

// Overloads for common numbers of relays. In a single-expression closure that reads a tuple
// element, such as `{ print($0.new.1) }`, the compiler cannot also infer a parameter pack.

/// Combines two relays into one, in step.
public func zip<First, Second>(
  _ first: ValueRelay<First>, _ second: ValueRelay<Second>, limit: Int = 256,
  fileID: String = #fileID, line: Int = #line
) -> ValueRelay<(First, Second)> {
  let made = Zip(
    (first.core, first.slot),
    (second.core, second.slot),
    limit: limit, origin: CodeLocation(fileID: fileID, line: line))
  return ValueRelay(main: made.core)
}

/// Combines three relays into one, in step.
public func zip<First, Second, Third>(
  _ first: ValueRelay<First>, _ second: ValueRelay<Second>, _ third: ValueRelay<Third>,
  limit: Int = 256,
  fileID: String = #fileID, line: Int = #line
) -> ValueRelay<(First, Second, Third)> {
  let made = Zip(
    (first.core, first.slot),
    (second.core, second.slot),
    (third.core, third.slot),
    limit: limit, origin: CodeLocation(fileID: fileID, line: line))
  return ValueRelay(main: made.core)
}

/// Combines two relays into one, in step.
public func zip<First: Sendable, Second: Sendable>(
  _ first: SharedRelay<First>, _ second: SharedRelay<Second>, limit: Int = 256,
  fileID: String = #fileID, line: Int = #line
) -> SharedRelay<(First, Second)> {
  let made = Zip(
    (first.core, first.slot),
    (second.core, second.slot),
    limit: limit, origin: CodeLocation(fileID: fileID, line: line))
  return SharedRelay(main: made.core)
}

/// Combines three relays into one, in step.
public func zip<First: Sendable, Second: Sendable, Third: Sendable>(
  _ first: SharedRelay<First>, _ second: SharedRelay<Second>, _ third: SharedRelay<Third>,
  limit: Int = 256,
  fileID: String = #fileID, line: Int = #line
) -> SharedRelay<(First, Second, Third)> {
  let made = Zip(
    (first.core, first.slot),
    (second.core, second.slot),
    (third.core, third.slot),
    limit: limit, origin: CodeLocation(fileID: fileID, line: line))
  return SharedRelay(main: made.core)
}
