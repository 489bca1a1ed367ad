extension SharedRelay {
  /// Returns a relay whose value is a function of this relay's value.
  ///
  /// The function runs once now, and once for each change.
  @inlinable
  public func map<Mapped: Sendable>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping @Sendable (Value) -> Mapped
  ) -> SharedRelay<Mapped> {
    SharedRelay<Mapped>(
      main: core.mapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), values: transform))
  }

  /// Returns a relay whose value is an array: the non-`nil` results of a function of this relay's
  /// elements.
  @inlinable
  public func compactMap<Mapped: Sendable>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping @Sendable (Value.Element) -> Mapped?
  ) -> SharedRelay<[Mapped]> where Value: Sequence {
    map(fileID: fileID, line: line) { (value: Value) in value.compactMap(transform) }
  }

  /// Returns a relay whose value is an array: the results of a function of this relay's elements.
  ///
  /// Unlike `map`, it calls the function with each element and not with the whole value.
  @inlinable
  public func listMap<Mapped: Sendable>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping @Sendable (Value.Element) -> Mapped
  ) -> SharedRelay<[Mapped]> where Value: Sequence {
    map(fileID: fileID, line: line) { (value: Value) in value.map(transform) }
  }

  /// Returns a relay whose value is a function of this relay's value, and which ignores changes for
  /// which the function returns `nil`.
  ///
  /// Its value is `nil` until the function first returns a value.
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

  /// Sets `target` to the new value of every change, as long as `target` lives.
  ///
  /// If `target` was set after the change was made, it keeps its value.
  ///
  /// - Returns: The other relay.
  @discardableResult
  public func relayValue(to target: SharedRelay<Value>) -> SharedRelay<Value> {
    core.relay(after: slot, to: target.core)
    return target
  }

  /// Sets `target` to the new value of every change, unless it already has an equal value.
  ///
  /// This lasts as long as `target` lives. If `target` was set after the change was made, it keeps
  /// its value.
  ///
  /// - Parameters:
  ///   - except: Whether `target` is also set when this relay is invoked manually.
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
  /// Lets `retainer` discard this relay, together with all relays after it.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func referenceManaged(by retainer: Retainer) -> Self {
    retainer.add(slot, of: core)
    return self
  }
}

/// Merges several relays into one, whose value is a tuple of their values and changes once for each
/// change of any of them.
///
/// - Concurrency: May be used from any thread. The changes of all connected relays are delivered
///   one after the other.
@_semantics("optimize.no.crossmodule")
public func mergeRelays<each Value: Sendable>(
  _ relays: repeat SharedRelay<each Value>, fileID: String = #fileID, line: Int = #line
) -> SharedRelay<(repeat each Value)> {
  let merge = Merge(
    repeat (core: (each relays).core, slot: (each relays).slot),
    origin: CodeLocation(fileID: fileID, line: line))
  return SharedRelay(main: merge.core)
}
