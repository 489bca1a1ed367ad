/// A value that follows from others and that threads and modules share: it is
/// whatever its function makes of the shared relays and derived values that the
/// function reads.
///
/// ```swift
/// let price = SharedRelay(2)
/// let count = SharedRelay(3)
/// let total = SharedDerived { price.value * count.value }
/// ```
///
/// What is said of ``Derived`` holds for it, too.
///
/// - Concurrency: May be used from any thread. While it is observed, its function runs
///   on the thread that delivers the change; while it is not, on the one that reads it,
///   and on several at the same time if several do. No lock is held while it runs.
public final class SharedDerived<Value: Sendable>: Sendable {
  @usableFromInline let lazyCore: LazyCore<Value>

  @inlinable
  init(
    location: CodeLocation, isSame: ((Value, Value) -> Bool)?,
    valueInCycle: ((PharosError) -> Value?)?, _ compute: @escaping () -> Value
  ) {
    lazyCore = LazyCore(location: location, isSame: isSame, valueInCycle: valueInCycle, compute)
  }

  @inlinable
  convenience init(
    location: CodeLocation, valueInCycle: @escaping (PharosError) -> Value?,
    _ compute: @escaping () -> Value
  ) where Value: Equatable {
    self.init(location: location, isSame: ==, valueInCycle: valueInCycle, compute)
  }

  /// Makes a value that follows from others.
  ///
  /// - Parameters:
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  ///   - compute: Makes the value.
  @inlinable
  public init(
    fileID: String = #fileID, line: Int = #line,
    _ compute: @escaping @Sendable () -> Value
  ) {
    lazyCore = LazyCore(location: CodeLocation(fileID: fileID, line: line), isSame: nil, compute)
  }

  /// Makes a value that follows from others, and only changes to values that are not
  /// equal.
  ///
  /// - Parameters:
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  ///   - compute: Makes the value.
  @inlinable
  public init(
    fileID: String = #fileID, line: Int = #line,
    _ compute: @escaping @Sendable () -> Value
  ) where Value: Equatable {
    lazyCore = LazyCore(location: CodeLocation(fileID: fileID, line: line), isSame: ==, compute)
  }

  /// Makes a value that follows from others, and only changes to values that are not the
  /// same.
  ///
  /// - Parameters:
  ///   - areSame: Whether two values are the same. `{ _, _ in false }` has every value be a
  ///     change, also one that is equal to the one before.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  ///   - compute: Makes the value.
  @inlinable
  public convenience init(
    comparing areSame: @escaping @Sendable (Value, Value) -> Bool, fileID: String = #fileID,
    line: Int = #line, _ compute: @escaping @Sendable () -> Value
  ) {
    self.init(
      location: CodeLocation(fileID: fileID, line: line), isSame: areSame, valueInCycle: nil,
      compute)
  }

  /// Makes a value that is what a function returns, or the error that it throws, as
  /// `Derived(catching:)` does.
  ///
  /// - Parameters:
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  ///   - compute: Makes the value, or throws.
  @inlinable
  public convenience init<Success: Sendable, Failure: Error>(
    fileID: String = #fileID, line: Int = #line,
    catching compute: @escaping @Sendable () throws(Failure) -> Success
  ) where Value == Result<Success, Failure> {
    self.init(
      location: CodeLocation(fileID: fileID, line: line), isSame: nil,
      valueInCycle: { ($0 as? Failure).map(Result.failure) }
    ) { Result(catching: compute) }
  }

  /// Makes a value that is what a function returns, or the error that it throws, and
  /// only changes if these are not equal.
  ///
  /// - Parameters:
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  ///   - compute: Makes the value, or throws.
  @inlinable
  public convenience init<Success: Sendable & Equatable, Failure: Error & Equatable>(
    fileID: String = #fileID, line: Int = #line,
    catching compute: @escaping @Sendable () throws(Failure) -> Success
  ) where Value == Result<Success, Failure> {
    self.init(
      location: CodeLocation(fileID: fileID, line: line),
      valueInCycle: { ($0 as? Failure).map(Result.failure) }
    ) { Result(catching: compute) }
  }

  /// The value.
  @inlinable
  public var value: Value { lazyCore.value }

  /// Reads the value, or throws an error if that is part of computing it: if the value
  /// depends on itself.
  ///
  /// - Throws: ``PharosError`` with the code ``PharosError/Code/cycle``.
  public func get() throws(PharosError) -> Value { try lazyCore.get() }

  /// The main relay, which can be observed, mapped and merged like any other.
  ///
  /// It takes no values: setting it changes it until it is computed again.
  @inlinable
  public var relay: SharedRelay<Value> {
    let core = lazyCore.core
    _ = core.current
    return SharedRelay(main: core)
  }

  /// Has a closure called with every change, in place of the one that was called
  /// until now.
  ///
  /// - Parameter body: What is called, on the actor that it belongs to.
  /// - Returns: The main relay.
  @inlinable
  @discardableResult
  public func whenDidSet(
    @_inheritActorContext(always)
    then body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    relay.whenDidSet(then: body)
  }

  /// Makes a relay whose value is a function of this one.
  ///
  /// This observes the value, so that it is computed with every change.
  @inlinable
  public func map<Mapped: Sendable>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping @Sendable (Value) -> Mapped
  ) -> SharedRelay<Mapped> {
    relay.map(fileID: fileID, line: line, transform)
  }
}
