// The value of a property is not its relay. Without these the compiler says that the method
// "requires wrapper 'BondableRelay<String>'", and no more.
extension Equatable {
  /// Rejects an observer of a value.
  @available(*, unavailable, message: "write '$' before the name: its relay has observers")
  @discardableResult
  public func whenDidSet(then body: (Changes<Self>) -> Void) -> ValueRelay<Self> {
    fatalError("unavailable")
  }

  /// Rejects an observer of a value that takes nothing.
  @available(*, unavailable, message: "write '$' before the name: its relay has observers")
  @discardableResult
  public func whenDidSet(then body: () -> Void) -> ValueRelay<Self> { fatalError("unavailable") }

  /// Rejects an observer of the different ones of a value.
  @available(*, unavailable, message: "write '$' before the name: its relay has observers")
  @discardableResult
  public func whenDidUniqueSet(then body: (Changes<Self>) -> Void) -> ValueRelay<Self> {
    fatalError("unavailable")
  }

  /// Rejects an observer of the different ones of a value that takes nothing.
  @available(*, unavailable, message: "write '$' before the name: its relay has observers")
  @discardableResult
  public func whenDidUniqueSet(then body: () -> Void) -> ValueRelay<Self> {
    fatalError("unavailable")
  }

  /// Rejects a further observer of a value.
  @available(*, unavailable, message: "write '$' before the name: its relay has observers")
  @discardableResult
  public func addDidSet(_ body: (Changes<Self>) -> Void) -> ValueRelay<Self> {
    fatalError("unavailable")
  }

  /// Rejects a further observer of a value that takes nothing.
  @available(*, unavailable, message: "write '$' before the name: its relay has observers")
  @discardableResult
  public func addDidSet(_ body: () -> Void) -> ValueRelay<Self> { fatalError("unavailable") }
}
