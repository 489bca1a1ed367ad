extension ValueRelay {
  /// Makes a relay to which only those values pass for which a condition holds.
  ///
  /// Its value is the one that passed last; at first, that of this relay, whether
  /// the condition holds for it or not.
  @inlinable
  public func filter(
    fileID: String = #fileID, line: Int = #line,
    _ isIncluded: @escaping (Value) -> Bool
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.filtered(after: slot, origin: CodeLocation(fileID: fileID, line: line), isIncluded)
    )
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
    ifTrue isIgnored: @escaping (Changes<Value>) -> Bool
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.filtered(
        after: slot, origin: CodeLocation(fileID: fileID, line: line),
        unless: except.unless(isIgnored)))
  }

  /// Makes a relay to which only those values pass that do not equal the one that
  /// passed last.
  @inlinable
  public func distinct(
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<Value> where Value: Equatable {
    ValueRelay(
      main: core.distinct(after: slot, origin: CodeLocation(fileID: fileID, line: line), ==))
  }

  /// Makes a relay to which only those values pass whose keys do not equal the key
  /// of the one that passed last.
  ///
  /// The key of each value is made once.
  @inlinable
  public func distinct<Key: Equatable>(
    by key: @escaping (Value) -> Key, fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.distinct(after: slot, origin: CodeLocation(fileID: fileID, line: line), by: key))
  }

  /// Makes a relay to which only those values pass that are not the same as the one
  /// that passed last, which the closure is given first.
  @inlinable
  public func distinct(
    comparing areSame: @escaping (Value, Value) -> Bool,
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.distinct(after: slot, origin: CodeLocation(fileID: fileID, line: line), areSame))
  }

  /// Makes a relay whose value is made of its last one and every new one of this.
  ///
  /// It begins with `initial`, and the first change of this relay is the first that
  /// `next` is given.
  @inlinable
  public func scan<Result>(
    _ initial: Result, fileID: String = #fileID, line: Int = #line,
    _ next: @escaping (Result, Value) -> Result
  ) -> ValueRelay<Result> {
    ValueRelay<Result>(
      main: core.scanned(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), from: initial, next))
  }

  /// Makes a relay to which all changes pass but the first few.
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

  /// Makes a relay to which one change passes, and which is discarded when that has
  /// been delivered.
  public func first(
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<Value> {
    first(fileID: fileID, line: line) { _ in true }
  }

  /// Makes a relay to which the first change passes for whose value a condition
  /// holds, and which is discarded when that has been delivered.
  public func first(
    fileID: String = #fileID, line: Int = #line,
    where isWanted: @escaping (Value) -> Bool
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.first(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), where: isWanted))
  }

  /// Makes one relay of this and others: another name of `merge(with:)`.
  @_semantics("optimize.no.crossmodule")
  public func combine<each Other>(
    _ others: repeat ValueRelay<each Other>, fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<(Value, repeat each Other)> {
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

  /// Discards this relay, and all that come after it, when a change has been
  /// delivered for which a condition holds.
  ///
  /// Changes that observers have made until then are delivered first, if they came
  /// before the condition was asked.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func retain(until isDone: @escaping (Changes<Value>) -> Bool) -> Self {
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
