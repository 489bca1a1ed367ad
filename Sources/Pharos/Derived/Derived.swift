/// A value that follows from others: it is whatever its function makes of the
/// observables, relays and derived values that the function reads.
///
/// ```swift
/// let total = Derived { cart.price * cart.count }
/// total.whenDidSet { changes in print(changes.new) }
/// cart.count = 3
/// ```
///
/// Each run of the function finds out its dependencies anew. Without observers, the value
/// is computed when it is read, if a dependency has changed since. With observers, it is
/// computed once for each change, after all its dependencies. A value that is equal to
/// the one before is no change, so that nothing follows from it. If only derived values and
/// effects read it, it is computed when the first of them does, and not at all if none does: the
/// value behind a guard (`selected == nil ? "none" : item.value`) is left alone while the guard
/// is closed.
///
/// As long as it is observed, a change that is yet to be delivered, for instance in
/// a ``transaction(_:)``, is not in it: like mapped and merged relays, it follows
/// when the change is delivered.
///
/// It lives as long as it is kept, or its ``relay``, or one that comes after that:
/// what it is computed from does not keep it. It keeps what it was computed from.
///
/// It depends on what its function reads of Pharos: properties that are
/// ``Observable``, the current values of relays, and derived values. The function
/// must have no side effects, since it may run any number of times; one that
/// reads its own value stops the process with a message that says so. One that calls
/// others that have never been read runs them inside itself, as functions do; once
/// they have been, a hundred thousand in a row need no more stack than one.
///
/// - Concurrency: Belongs to the code that what it is computed from belongs to, and is
///   not `Sendable`; ``SharedDerived`` is.
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

  /// Makes a value that follows from others.
  ///
  /// - Parameters:
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  ///   - compute: Makes the value.
  @inlinable
  public init(
    fileID: String = #fileID, line: Int = #line, _ compute: @escaping () -> Value
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
    fileID: String = #fileID, line: Int = #line, _ compute: @escaping () -> Value
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
    comparing areSame: @escaping (Value, Value) -> Bool, fileID: String = #fileID,
    line: Int = #line, _ compute: @escaping () -> Value
  ) {
    self.init(
      location: CodeLocation(fileID: fileID, line: line), isSame: areSame, valueInCycle: nil,
      compute)
  }

  /// Makes a value that is what a function returns, or the error that it throws.
  ///
  /// The error is kept like a value: what reads it with `get()` throws it anew, and
  /// the function runs again when something that it has read changes.
  ///
  /// - Parameters:
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  ///   - compute: Makes the value, or throws.
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

  /// Makes a value that is what a function returns, or the error that it throws, and
  /// only changes if these are not equal.
  ///
  /// - Parameters:
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  ///   - compute: Makes the value, or throws.
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

  // A closure that waits is taken for the value of a property, unless that is disfavored
  // and something else takes the closure; what is unavailable counts for less than both. The
  // type is that of closures in other modules, whatever this one is compiled with.

  /// Warns about a function that waits, which would itself be the value.
  @available(
    *, deprecated,
    message: """
      a derived value cannot wait: it is computed when it is read; start a task that sets a \
      relay when the work is done, and derive from that
      """
  )
  @_disfavoredOverload
  public convenience init<Result>(_ compute: @escaping @concurrent () async -> Result)
  where Value == () async -> Result {
    self.init(wrappedValue: compute)
  }

  /// Makes a property of a function that follows from other properties:
  /// `@Derived var sum = one + other`.
  @_disfavoredOverload
  @inlinable
  public convenience init(
    wrappedValue: @autoclosure @escaping () -> Value, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(fileID: fileID, line: line, wrappedValue)
  }

  /// Makes a property of a function that follows from other properties, and only
  /// changes to values that are not equal.
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
  /// - Complexity: O(1) while it is observed, or if nothing that any derived value of the
  ///   process follows from has changed since this was read last; if not, O(*n*) in the
  ///   number of relays and derived values that it follows from, directly or not.
  @inlinable
  public var value: Value { lazyCore.value }

  /// Reads the value, or throws an error if that is part of computing it: if the value
  /// depends on itself.
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

  /// Has a closure called with every change, in place of the one that was called
  /// until now.
  ///
  /// - Parameters:
  ///   - isolation: Where the closure runs: where this is called.
  ///   - body: What is called.
  /// - Returns: The main relay.
  @inlinable
  @discardableResult
  public func whenDidSet(
    isolation: isolated (any Actor)? = #isolation, then body: @escaping (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    relay.whenDidSet(isolation: isolation, then: body)
  }

  /// Makes a relay that comes after the main one, and has a closure called with every
  /// change.
  ///
  /// - Returns: The new relay.
  @inlinable
  @discardableResult
  public func addDidSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    relay.addDidSet(isolation: isolation, body)
  }

  /// Makes a relay whose value is a function of this one.
  ///
  /// This observes the value, so that it is computed with every change.
  @inlinable
  public func map<Mapped>(
    fileID: String = #fileID, line: Int = #line, _ transform: @escaping (Value) -> Mapped
  ) -> ValueRelay<Mapped> {
    relay.map(fileID: fileID, line: line, transform)
  }
}

@available(*, unavailable)
extension Derived: Sendable {}
