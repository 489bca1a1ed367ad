// These operators work like the operators of ``ValueRelay``, but their closures may run on any
// thread that
// delivers changes.
extension SharedRelay {
  /// Returns a relay that gets only the values that satisfy a condition.
  ///
  /// Its value is the value that passed last. Initially it is the value of this relay, even if that
  /// does not satisfy the condition.
  @inlinable
  public func filter(
    fileID: String = #fileID, line: Int = #line,
    _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.filtered(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), isIncluded))
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
    ifTrue isIgnored: @escaping @Sendable (Changes<Value>) -> Bool
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.filtered(
        after: slot, origin: CodeLocation(fileID: fileID, line: line),
        unless: except.unless(isIgnored)))
  }

  /// Returns a relay that gets only the values that do not equal the value that passed last.
  @inlinable
  public func distinct(
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> where Value: Equatable {
    SharedRelay(
      main: core.distinct(after: slot, origin: CodeLocation(fileID: fileID, line: line), ==))
  }

  /// Returns a relay that gets only the values whose keys do not equal the key of the value that
  /// passed last.
  ///
  /// The key of each value is computed once.
  @inlinable
  public func distinct<Key: Equatable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key, fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.distinct(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), by: key))
  }

  /// Returns a relay that gets only the values that are not the same as the value that passed last.
  ///
  /// The first argument of `areSame` is the value that passed last.
  @inlinable
  public func distinct(
    comparing areSame: @escaping @Sendable (Value, Value) -> Bool,
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.distinct(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), areSame))
  }

  /// Returns a relay whose next value is computed from its previous value and each new value of
  /// this relay.
  ///
  /// Its initial value is `initial`. `next` is first called on the first change of this relay.
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, fileID: String = #fileID, line: Int = #line,
    _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> SharedRelay<Result> {
    SharedRelay<Result>(
      main: core.scanned(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), from: initial, next))
  }

  /// Returns a relay that gets all changes after the first `count`.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func skip(
    _ count: Int, fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    checkNotNegative(count, in: "skip")
    return SharedRelay(
      main: core.skipping(
        count, after: slot, origin: CodeLocation(fileID: fileID, line: line)))
  }

  /// Returns a relay that gets one change, and is discarded after that change has been delivered.
  public func first(
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    first(fileID: fileID, line: line) { _ in true }
  }

  /// Returns a relay that gets the first change whose value satisfies a condition, and is discarded
  /// after that change has been delivered.
  public func first(
    fileID: String = #fileID, line: Int = #line,
    where isWanted: @escaping @Sendable (Value) -> Bool
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.first(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), where: isWanted))
  }

  /// Merges this relay and others into one: another name of `merge(with:)`.
  @_semantics("optimize.no.crossmodule")
  public func combine<each Other: Sendable>(
    _ others: repeat SharedRelay<each Other>, fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<(Value, repeat each Other)> {
    mergeRelays(self, repeat each others, fileID: fileID, line: line)
  }

  /// Returns a relay that follows the relay that a function returns for this relay's latest value.
  ///
  /// Whenever this relay changes, the new relay takes the value of the relay that it follows from
  /// then on. It does not keep that relay alive. If both relays change together, the new relay
  /// changes once.
  ///
  /// The function runs once now, and once for each change.
  public func flatMapLatest<Mapped: Sendable>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping @Sendable (Value) -> SharedRelay<Mapped>
  ) -> SharedRelay<Mapped> {
    SharedRelay<Mapped>(
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
  public func retain(until isDone: @escaping @Sendable (Changes<Value>) -> Bool) -> Self {
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

extension SharedRelay {
  /// Creates a shared relay that is set to the elements of a sequence.
  ///
  /// - Parameters:
  ///   - sequence: The source of the values. If it throws, the assignment ends, and the error is
  ///     reported to ``RelaySettings/errorHandler``.
  ///   - initial: The value until the first element arrives.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  public convenience init<Source: AsyncSequence & Sendable>(
    from sequence: Source, initial: Value, fileID: String = #fileID, line: Int = #line
  ) where Source.Element == Value {
    self.init(initial, fileID: fileID, line: line)
    assign(from: sequence)
  }

  /// Sets this relay to each element of a sequence from now on, as long as the relay lives.
  ///
  /// - Parameter sequence: The source of the values. If it throws, the assignment ends, and the
  ///   error is reported to ``RelaySettings/errorHandler``.
  /// - Returns: The assignment, with which you can stop early.
  /// - Concurrency: The relay is set on an arbitrary thread.
  @discardableResult
  public func assign<Source: AsyncSequence & Sendable>(from sequence: Source) -> RelayAssignment
  where Source.Element == Value {
    let origin = core.origin
    return RelayAssignment(
      Task { [weak core] in
        await RelayAssignment.run(from: sequence, into: origin) { value in
          core?.write(value, from: .unknown)
        }
      })
  }
}
