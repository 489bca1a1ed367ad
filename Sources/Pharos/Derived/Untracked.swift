/// Runs a closure whose reads do not count: what a ``Derived`` value or an ``Effect`` reads
/// in it is nothing that it depends on.
///
/// ```swift
/// let greeting = Derived { "\(name), \(untracked { count })" }
/// ```
///
/// What the closure reads is up to date nevertheless. Outside of such functions, this does
/// nothing but run the closure.
///
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
public func untracked<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  guard RelayCapture.isOn else { return try body() }
  let details = unsafe DeliveryThread.current.details
  let outer = unsafe details.pointee.evaluation.frame.isUntracked
  unsafe details.pointee.evaluation.frame.isUntracked = true
  defer { unsafe details.pointee.evaluation.frame.isUntracked = outer }
  return try body()
}

extension Observable {
  /// Reads the value, without making a derived value or an effect depend on it.
  public func peek() -> Wrapped { untracked { wrappedValue } }
}

extension ValueRelay {
  /// Reads the value, without making a derived value or an effect depend on it.
  public final func peek() -> Value { untracked { currentValue } }
}

extension SharedRelay {
  /// Reads the value, without making a derived value or an effect depend on it.
  public func peek() -> Value { untracked { value } }
}

extension Derived {
  /// Reads the value, without making another derived value or an effect depend on it.
  public func peek() -> Value { untracked { value } }
}

extension SharedDerived {
  /// Reads the value, without making another derived value or an effect depend on it.
  public func peek() -> Value { untracked { value } }
}
