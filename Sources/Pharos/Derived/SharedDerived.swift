/// A value that is computed from shared relays and other derived values, and that threads and
/// modules share.
/// ```swift
/// let price = SharedRelay(2)
/// let count = SharedRelay(3)
/// let total = SharedDerived { price.value * count.value }
/// ```
///
/// It works like ``Derived``.
///
/// - Concurrency: May be used from any thread. While the value is observed, its function runs on
///   the thread that delivers the change. Otherwise it runs on the thread that reads the value, and
///   on several threads at the same time if several of them read it. No lock is held while it runs.
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

  /// Creates a derived value.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - compute: Computes the value.
  @inlinable
  public init(
    fileID: String = #fileID, line: Int = #line,
    _ compute: @escaping @Sendable () -> Value
  ) {
    lazyCore = LazyCore(location: CodeLocation(fileID: fileID, line: line), isSame: nil, compute)
  }

  /// Creates a derived value that notifies its observers only if the new value is not equal to the
  /// previous one.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - compute: Computes the value.
  @inlinable
  public init(
    fileID: String = #fileID, line: Int = #line,
    _ compute: @escaping @Sendable () -> Value
  ) where Value: Equatable {
    lazyCore = LazyCore(location: CodeLocation(fileID: fileID, line: line), isSame: ==, compute)
  }

  /// Creates a derived value that notifies its observers only if the new value is not the same as
  /// the previous one.
  ///
  /// - Parameters:
  ///   - areSame: Returns whether two values are the same. With `{ _, _ in false }`, every computed
  ///     value is a change, even if it equals the previous one.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - compute: Computes the value.
  @inlinable
  public convenience init(
    comparing areSame: @escaping @Sendable (Value, Value) -> Bool, fileID: String = #fileID,
    line: Int = #line, _ compute: @escaping @Sendable () -> Value
  ) {
    self.init(
      location: CodeLocation(fileID: fileID, line: line), isSame: areSame, valueInCycle: nil,
      compute)
  }

  /// Creates a derived value that is the result of a throwing function, as `Derived(catching:)`
  /// does.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - compute: Computes the value, or throws.
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

  /// Creates a derived value that is the result of a throwing function, and notifies its observers
  /// only if the result is not equal to the previous one.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - compute: Computes the value, or throws.
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

  /// Reads the value, or throws an error if the value depends on itself.
  ///
  /// - Throws: ``PharosError`` with the code ``PharosError/Code/cycle``.
  public func get() throws(PharosError) -> Value { try lazyCore.get() }

  /// The main relay, which can be observed, mapped and merged like any other.
  ///
  /// Do not set it: the next computation replaces a value that was set.
  @inlinable
  public var relay: SharedRelay<Value> {
    let core = lazyCore.core
    _ = core.current
    return SharedRelay(main: core)
  }

  /// Calls `body` on every change, in place of the main relay's previous closure.
  ///
  /// - Parameter body: The closure to call, on the actor that it belongs to.
  /// - Returns: The main relay.
  @inlinable
  @discardableResult
  public func whenDidSet(
    @_inheritActorContext(always)
    then body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    relay.whenDidSet(then: body)
  }

  /// Returns a relay whose value is a function of this value.
  ///
  /// The relay observes this value, so the value is computed with every change.
  @inlinable
  public func map<Mapped: Sendable>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping @Sendable (Value) -> Mapped
  ) -> SharedRelay<Mapped> {
    relay.map(fileID: fileID, line: line, transform)
  }
}
