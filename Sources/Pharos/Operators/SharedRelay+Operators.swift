// What is said of the ways of ``ValueRelay`` holds here, too; the closures may run
// on any thread that delivers changes.
extension SharedRelay {
  /// Makes a relay to which only those values pass for which a condition holds.
  ///
  /// Its value is the one that passed last; at first, that of this relay, whether
  /// the condition holds for it or not.
  @inlinable
  public func filter(
    fileID: String = #fileID, line: Int = #line,
    _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.filtered(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), isIncluded))
  }

  /// Makes a relay to which only those changes pass for which a condition does not
  /// hold.
  ///
  /// `ignore(when:)` only keeps them from this relay's closure; this one keeps them
  /// from all that comes after it. What the condition is asked of is a change of this
  /// relay.
  ///
  /// - Parameters:
  ///   - except: Whether changes pass that were invoked by hand, without a question.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  ///   - isIgnored: Which changes do not pass.
  /// - Returns: The new relay.
  @_disfavoredOverload  // `ignore { }` is the other, as the document has it.
  public func ignore(
    _ except: RelayException = .always, fileID: String = #fileID, line: Int = #line,
    ifTrue isIgnored: @escaping @Sendable (Changes<Value>) -> Bool
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.filtered(
        after: slot, origin: CodeLocation(fileID: fileID, line: line),
        unless: except.unless(isIgnored)))
  }

  /// Makes a relay to which only those values pass that do not equal the one that
  /// passed last.
  @inlinable
  public func distinct(
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> where Value: Equatable {
    SharedRelay(
      main: core.distinct(after: slot, origin: CodeLocation(fileID: fileID, line: line), ==))
  }

  /// Makes a relay to which only those values pass whose keys do not equal the key
  /// of the one that passed last.
  ///
  /// The key of each value is made once.
  @inlinable
  public func distinct<Key: Equatable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key, fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.distinct(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), by: key))
  }

  /// Makes a relay to which only those values pass that are not the same as the one
  /// that passed last, which the closure is given first.
  @inlinable
  public func distinct(
    comparing areSame: @escaping @Sendable (Value, Value) -> Bool,
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.distinct(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), areSame))
  }

  /// Makes a relay whose value is made of its last one and every new one of this.
  ///
  /// It begins with `initial`, and the first change of this relay is the first that
  /// `next` is given.
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, fileID: String = #fileID, line: Int = #line,
    _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> SharedRelay<Result> {
    SharedRelay<Result>(
      main: core.scanned(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), from: initial, next))
  }

  /// Makes a relay to which all changes pass but the first few.
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

  /// Makes a relay to which one change passes, and which is discarded when that has
  /// been delivered.
  public func first(
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    first(fileID: fileID, line: line) { _ in true }
  }

  /// Makes a relay to which the first change passes for whose value a condition
  /// holds, and which is discarded when that has been delivered.
  public func first(
    fileID: String = #fileID, line: Int = #line,
    where isWanted: @escaping @Sendable (Value) -> Bool
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.first(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), where: isWanted))
  }

  /// Makes one relay of this and others: another name of `merge(with:)`.
  @_semantics("optimize.no.crossmodule")
  public func combine<each Other: Sendable>(
    _ others: repeat SharedRelay<each Other>, fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<(Value, repeat each Other)> {
    mergeRelays(self, repeat each others, fileID: fileID, line: line)
  }

  /// Makes a relay that follows the relay which a function makes of this one's
  /// latest value.
  ///
  /// Whenever this relay changes, so does the other, to the value of the relay that
  /// it follows from then on. It does not keep that relay. Where both change
  /// together, it changes once.
  ///
  /// The function runs once for each change, and once now.
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

  /// Discards this relay, and all that come after it, when a change has been
  /// delivered for which a condition holds.
  ///
  /// Changes that observers have made until then are delivered first, if they came
  /// before the condition was asked.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func retain(until isDone: @escaping @Sendable (Changes<Value>) -> Bool) -> Self {
    core.retain(slot, until: isDone)
    return self
  }

  /// Has every observer that is given to this relay from now on notified at once of the
  /// value that there is.
  ///
  /// The observer sees a change from the value to itself, which says that it was
  /// `invokedManually`. If a change is being delivered, this comes after it.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func replayingCurrent() -> Self {
    update { $0.isReplaying = true }
  }
}

extension SharedRelay {
  /// Makes a value to share that is set to the elements of a sequence.
  ///
  /// - Parameters:
  ///   - sequence: Where the values come from. An error ends it, and is reported to
  ///     ``RelaySettings/errorHandler``.
  ///   - initial: The value until the first comes.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  public convenience init<Source: AsyncSequence & Sendable>(
    from sequence: Source, initial: Value, fileID: String = #fileID, line: Int = #line
  ) where Source.Element == Value {
    self.init(initial, fileID: fileID, line: line)
    assign(from: sequence)
  }

  /// Sets this relay to every element of a sequence from now on, as long as the relay
  /// lives.
  ///
  /// - Parameter sequence: Where the values come from. An error ends it, and is
  ///   reported to ``RelaySettings/errorHandler``.
  /// - Returns: What ends it before.
  /// - Concurrency: The relay is set on no particular thread.
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
