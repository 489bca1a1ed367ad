extension SharedRelay {
  /// Makes a relay whose value is a function of this one's.
  ///
  /// The function runs once for each change, and once now.
  @inlinable
  public func map<Mapped: Sendable>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping @Sendable (Value) -> Mapped
  ) -> SharedRelay<Mapped> {
    SharedRelay<Mapped>(
      main: core.mapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), values: transform))
  }

  /// Makes a relay whose value is an array: that of a function of this one's
  /// elements, without those for which it returns `nil`.
  @inlinable
  public func compactMap<Mapped: Sendable>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping @Sendable (Value.Element) -> Mapped?
  ) -> SharedRelay<[Mapped]> where Value: Sequence {
    map(fileID: fileID, line: line) { (value: Value) in value.compactMap(transform) }
  }

  /// Makes a relay whose value is an array of a function of this one's elements:
  /// the name under which `compactMap` on arrays cannot be mistaken.
  @inlinable
  public func listMap<Mapped: Sendable>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping @Sendable (Value.Element) -> Mapped
  ) -> SharedRelay<[Mapped]> where Value: Sequence {
    map(fileID: fileID, line: line) { (value: Value) in value.map(transform) }
  }

  /// Makes a relay whose value is a function of this one's, and does not change
  /// while that returns `nil`.
  ///
  /// Its value is `nil` until the function first returns one.
  @_disfavoredOverload  // As on ``ValueRelay``.
  @inlinable
  public func compactMap<Mapped: Sendable>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping @Sendable (Value) -> Mapped?
  ) -> SharedRelay<Mapped?> {
    SharedRelay<Mapped?>(
      main: core.compactMapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), transform))
  }

  /// Sets another relay to the new value of every change, as long as it lives.
  ///
  /// A value that was set after that change stays.
  ///
  /// - Returns: The other relay.
  @discardableResult
  public func relayValue(to target: SharedRelay<Value>) -> SharedRelay<Value> {
    core.relay(after: slot, to: target.core)
    return target
  }

  /// Sets another relay to the new value of every change, unless it has an equal
  /// one, as long as it lives.
  ///
  /// A value that was set after that change stays.
  ///
  /// - Parameters:
  ///   - except: Whether it is also set when this relay is invoked by hand.
  ///   - target: The other relay.
  /// - Returns: The other relay.
  @discardableResult
  public func relayUniqueValue(
    _ except: RelayException = .always, to target: SharedRelay<Value>
  ) -> SharedRelay<Value> where Value: Equatable {
    core.relay(after: slot, to: target.core) {
      $0 == $1.new && !except.letsThrough($1)
    }
    return target
  }
}

extension SharedRelay {
  /// Has the relay discarded with a retainer, together with those that come after
  /// it.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func referenceManaged(by retainer: Retainer) -> Self {
    retainer.add(slot, of: core)
    return self
  }
}

/// Makes one relay of several: its value is a tuple of theirs, and changes once
/// for each change of any of them.
///
/// - Concurrency: May be used from any thread. The changes of all relays that are
///   connected are delivered one after the other.
@_semantics("optimize.no.crossmodule")
public func mergeRelays<each Value: Sendable>(
  _ relays: repeat SharedRelay<each Value>, fileID: String = #fileID, line: Int = #line
) -> SharedRelay<(repeat each Value)> {
  let merge = Merge(
    repeat (core: (each relays).core, slot: (each relays).slot),
    origin: CodeLocation(fileID: fileID, line: line))
  return SharedRelay(main: merge.core)
}
