/// A value that is computed from observables, relays and other derived values.
///
/// ```swift
/// let total = Derived { cart.price * cart.count }
/// total.whenDidSet { changes in print(changes.new) }
/// cart.count = 3
/// ```
///
/// Each run of the function records its dependencies: everything of Pharos that it reads, namely
/// ``Observable`` properties, current values of relays, and derived values. Without observers, the
/// value is computed when you read it, if a dependency has changed since the last time. With
/// observers, it is computed once for each change, after all its dependencies. If the result equals
/// the previous value, nothing that depends on it is notified.
///
/// If only derived values and effects read it, it is computed when the first of them reads it, and
/// not at all if none does. So a value behind a condition, such as `item.value` in `selected == nil
/// ? "none" : item.value`, is not computed while the condition excludes it.
///
/// While it is observed, it does not reflect changes that have not been delivered, for instance in
/// a ``transaction(_:)``. Like mapped and merged relays, it is updated when the change is
/// delivered.
///
/// It lives as long as you keep it, its ``relay``, or a relay that comes after that. It keeps its
/// dependencies alive, but they do not keep it alive.
///
/// The function must have no side effects, because it may run any number of times. If it reads its
/// own value, ``RelaySettings/errorHandler`` gets a ``PharosError`` and the function gets the
/// previous value. While the first value is computed, no previous value exists, and the process
/// stops with a message. The first time, derived values that read one another are computed by
/// nested calls. After that, a chain of a hundred thousand of them needs no more stack than one.
///
/// - Concurrency: Belongs to the actor or thread of its dependencies, and is not `Sendable`; use
///   ``SharedDerived`` for that.
@propertyWrapper
public final class Derived<Value> {
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
    fileID: String = #fileID, line: Int = #line, _ compute: @escaping () -> Value
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
    fileID: String = #fileID, line: Int = #line, _ compute: @escaping () -> Value
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
    comparing areSame: @escaping (Value, Value) -> Bool, fileID: String = #fileID,
    line: Int = #line, _ compute: @escaping () -> Value
  ) {
    self.init(
      location: CodeLocation(fileID: fileID, line: line), isSame: areSame, valueInCycle: nil,
      compute)
  }

  /// Creates a derived value that is the result of a throwing function.
  ///
  /// An error is kept like a value. Each read with `get()` throws it, and the function runs again
  /// when something that it has read changes.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - compute: Computes the value, or throws.
  @inlinable
  public convenience init<Success, Failure: Error>(
    fileID: String = #fileID, line: Int = #line,
    catching compute: @escaping () throws(Failure) -> Success
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
  public convenience init<Success: Equatable, Failure: Error & Equatable>(
    fileID: String = #fileID, line: Int = #line,
    catching compute: @escaping () throws(Failure) -> Success
  ) where Value == Result<Success, Failure> {
    self.init(
      location: CodeLocation(fileID: fileID, line: line),
      valueInCycle: { ($0 as? Failure).map(Result.failure) }
    ) { Result(catching: compute) }
  }

  // The compiler would take an asynchronous closure for the value of a property. To prevent that,
  // the initializer with `wrappedValue` is disfavored and this one accepts the closure. It is
  // deprecated, because unavailable overloads rank lower than both. `@concurrent` gives it the
  // closure type of other modules, independent of the settings of this one.

  /// Warns about an asynchronous function, which would itself be the value.
  @available(
    *, deprecated,
    message: """
      a derived value cannot await, because it is computed when it is read; start a task that sets \
      a relay when it finishes, and derive from that relay
      """
  )
  @_disfavoredOverload
  public convenience init<Result>(_ compute: @escaping @concurrent () async -> Result)
  where Value == () async -> Result {
    self.init(wrappedValue: compute)
  }

  /// Creates a derived property from an expression of other properties: `@Derived var sum = one +
  /// other`.
  @_disfavoredOverload
  @inlinable
  public convenience init(
    wrappedValue: @autoclosure @escaping () -> Value, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(fileID: fileID, line: line, wrappedValue)
  }

  /// Creates a derived property from an expression of other properties, which notifies its
  /// observers only if the new value is not equal to the previous one.
  @_disfavoredOverload
  @inlinable
  public convenience init(
    wrappedValue: @autoclosure @escaping () -> Value, fileID: String = #fileID,
    line: Int = #line
  ) where Value: Equatable {
    self.init(fileID: fileID, line: line, wrappedValue)
  }

  /// The value.
  ///
  /// - Complexity: O(1) while it is observed, or if no dependency of any derived value in the
  ///   process has changed since the last read. Otherwise O(*n*), where *n* is the number of its
  ///   direct and indirect dependencies.
  @inlinable
  public var value: Value { lazyCore.value }

  /// Reads the value, or throws an error if the value depends on itself.
  ///
  /// - Throws: ``PharosError`` with the code ``PharosError/Code/cycle``.
  public func get() throws(PharosError) -> Value { try lazyCore.get() }

  /// The value.
  @inlinable
  public var wrappedValue: Value { value }

  /// The main relay, which can be observed, mapped and merged like any other.
  @inlinable
  public var relay: ValueRelay<Value> {
    let core = lazyCore.core
    _ = core.current
    return ValueRelay(main: core)
  }

  /// The main relay.
  @inlinable
  public var projectedValue: ValueRelay<Value> { relay }

  /// Calls `body` on every change, in place of the main relay's previous closure.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which `body` runs, which is the caller's.
  ///   - body: The closure to call.
  /// - Returns: The main relay.
  @inlinable
  @discardableResult
  public func whenDidSet(
    isolation: isolated (any Actor)? = #isolation, then body: @escaping (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    relay.whenDidSet(isolation: isolation, then: body)
  }

  /// Adds a relay after the main relay, and calls `body` on each of its changes.
  ///
  /// - Returns: The new relay.
  @inlinable
  @discardableResult
  public func addDidSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    relay.addDidSet(isolation: isolation, body)
  }

  /// Returns a relay whose value is a function of this value.
  ///
  /// The relay observes this value, so the value is computed with every change.
  @inlinable
  public func map<Mapped>(
    fileID: String = #fileID, line: Int = #line, _ transform: @escaping (Value) -> Mapped
  ) -> ValueRelay<Mapped> {
    relay.map(fileID: fileID, line: line, transform)
  }
}

@available(*, unavailable)
extension Derived: Sendable {}
