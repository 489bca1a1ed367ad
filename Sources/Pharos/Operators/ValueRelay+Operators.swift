extension ValueRelay {
  /// Returns a relay that gets only the values that satisfy a condition.
  ///
  /// Its value is the value that passed last. Initially it is the value of this relay, even if that
  /// does not satisfy the condition.
  @inlinable
  public func filter(
    fileID: String = #fileID, line: Int = #line,
    _ isIncluded: @escaping (Value) -> Bool
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.filtered(after: slot, origin: CodeLocation(fileID: fileID, line: line), isIncluded)
    )
  }

  /// Returns a relay that gets only the changes that do not satisfy a condition.
  ///
  /// `ignore(when:)` ignores changes only for this relay's closure. This method ignores them for
  /// the new relay and all relays after it. The condition gets the changes of this relay.
  ///
  /// - Parameters:
  ///   - except: Whether manual invocations pass without checking the condition.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - isIgnored: Returns whether to ignore a change.
  /// - Returns: The new relay.
  @_disfavoredOverload  // `ignore { }` means `ignore(when:)`, as in Pharos 1.2.4.
  public func ignore(
    _ except: RelayException = .always, fileID: String = #fileID, line: Int = #line,
    ifTrue isIgnored: @escaping (Changes<Value>) -> Bool
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.filtered(
        after: slot, origin: CodeLocation(fileID: fileID, line: line),
        unless: except.unless(isIgnored)))
  }

  /// Returns a relay that gets only the values that do not equal the value that passed last.
  @inlinable
  public func distinct(
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<Value> where Value: Equatable {
    ValueRelay(
      main: core.distinct(after: slot, origin: CodeLocation(fileID: fileID, line: line), ==))
  }

  /// Returns a relay that gets only the values whose keys do not equal the key of the value that
  /// passed last.
  ///
  /// The key of each value is computed once.
  @inlinable
  public func distinct<Key: Equatable>(
    by key: @escaping (Value) -> Key, fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.distinct(after: slot, origin: CodeLocation(fileID: fileID, line: line), by: key))
  }

  /// Returns a relay that gets only the values that are not the same as the value that passed last.
  ///
  /// The first argument of `areSame` is the value that passed last.
  @inlinable
  public func distinct(
    comparing areSame: @escaping (Value, Value) -> Bool,
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.distinct(after: slot, origin: CodeLocation(fileID: fileID, line: line), areSame))
  }

  /// Returns a relay whose next value is computed from its previous value and each new value of
  /// this relay.
  ///
  /// Its initial value is `initial`. `next` is first called on the first change of this relay.
  @inlinable
  public func scan<Result>(
    _ initial: Result, fileID: String = #fileID, line: Int = #line,
    _ next: @escaping (Result, Value) -> Result
  ) -> ValueRelay<Result> {
    ValueRelay<Result>(
      main: core.scanned(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), from: initial, next))
  }

  /// Returns a relay that gets all changes after the first `count`.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func skip(
    _ count: Int, fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<Value> {
    checkNotNegative(count, in: "skip")
    return ValueRelay(
      main: core.skipping(count, after: slot, origin: CodeLocation(fileID: fileID, line: line)))
  }

  /// Returns a relay that gets one change, and is discarded after that change has been delivered.
  public func first(
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<Value> {
    first(fileID: fileID, line: line) { _ in true }
  }

  /// Returns a relay that gets the first change whose value satisfies a condition, and is discarded
  /// after that change has been delivered.
  public func first(
    fileID: String = #fileID, line: Int = #line,
    where isWanted: @escaping (Value) -> Bool
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.first(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), where: isWanted))
  }

  /// Merges this relay and others into one: another name of `merge(with:)`.
  @_semantics("optimize.no.crossmodule")
  public func combine<each Other>(
    _ others: repeat ValueRelay<each Other>, fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<(Value, repeat each Other)> {
    mergeRelays(self, repeat each others, fileID: fileID, line: line)
  }

  /// Returns a relay that follows the relay that a function returns for this relay's latest value.
  ///
  /// Whenever this relay changes, the new relay takes the value of the relay that it follows from
  /// then on. It does not keep that relay alive. If both relays change together, the new relay
  /// changes once.
  ///
  /// The function runs once now, and once for each change.
  public func flatMapLatest<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value) -> ValueRelay<Mapped>
  ) -> ValueRelay<Mapped> {
    ValueRelay<Mapped>(
      main: core.flattened(after: slot, origin: CodeLocation(fileID: fileID, line: line)) {
        let inner = transform($0)
        return (inner.core, inner.slot, inner)
      })
  }

  /// Discards this relay and all relays after it when a change that satisfies a condition has been
  /// delivered.
  ///
  /// Changes that observers made before the condition was checked are delivered first.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func retain(until isDone: @escaping (Changes<Value>) -> Bool) -> Self {
    core.retain(slot, until: isDone)
    return self
  }

  /// Calls each observer that is added to this relay from now on with the current value first.
  ///
  /// The observer gets a change from the current value to itself, which is marked as
  /// `invokedManually`. If a change is being delivered, the call follows that delivery.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func replayingCurrent() -> Self {
    update { $0.isReplaying = true }
  }
}
