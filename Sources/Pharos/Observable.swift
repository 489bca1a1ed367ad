/// A property that can be observed.
///
/// ```swift
/// class MyClass {
///   @Observable var text: String?
///
///   func observeText() {
///     $text.whenDidSet { changes in
///       print(changes.new)
///       print(changes.old)
///     }
///   }
/// }
/// ```
///
/// In a file that imports Observation or SwiftUI, `@Observable` means their macro. Use the name
/// ``Relayed`` there.
///
/// The value is stored in an object: copies of a structure share the property, even if they are
/// constants. Declare it in classes and actors.
///
/// - Concurrency: Belongs to the actor or thread of its object, and is not `Sendable`; use
///   ``SharedRelay`` for that. Observers run before the property's setter returns. If a change is
///   already being delivered, they run after that delivery.
@propertyWrapper
public final class Observable<Wrapped> {
  @usableFromInline let core: Core<Wrapped>

  /// The relay `$property`.
  // Only used by the code that owns the property, so exclusivity need not be checked.
  @exclusivity(unchecked) @usableFromInline var mainRelay: BondableRelay<Wrapped>?

  /// Creates an observable with an initial value.
  ///
  /// - Parameters:
  ///   - wrappedValue: The initial value.
  ///   - fileID: The file of the declaration, filled in by default.
  ///   - line: The line of the declaration, filled in by default.
  @inlinable
  public init(wrappedValue: Wrapped, fileID: String = #fileID, line: Int = #line) {
    core = Core(wrappedValue, origin: CodeLocation(fileID: fileID, line: line))
  }

  /// Creates an observable that ignores values that are the same as the current one.
  ///
  /// ```swift
  /// @Observable(comparing: ==) var text = ""
  /// ```
  ///
  /// If a value is the same as the current one, it is not stored and observers are not called. In a
  /// ``transaction(_:)``, observers are not called if the last value is the same as the value
  /// before the transaction.
  ///
  /// - Parameters:
  ///   - wrappedValue: The initial value.
  ///   - areSame: Returns whether two values are the same.
  ///   - fileID: The file of the declaration, filled in by default.
  ///   - line: The line of the declaration, filled in by default.
  public convenience init(
    wrappedValue: Wrapped, comparing areSame: @escaping (Wrapped, Wrapped) -> Bool,
    fileID: String = #fileID, line: Int = #line
  ) {
    self.init(wrappedValue: wrappedValue, fileID: fileID, line: line)
    unsafe core.accessor = .compared(areSame: areSame)
  }

  /// Creates an observable whose value is stored elsewhere.
  ///
  /// - Parameters:
  ///   - get: Reads the value.
  ///   - set: Writes the value.
  ///   - fileID: The file of the declaration, filled in by default.
  ///   - line: The line of the declaration, filled in by default.
  public convenience init(
    get: @escaping () -> Wrapped, set: @escaping (Wrapped) -> Void,
    fileID: String = #fileID, line: Int = #line
  ) {
    self.init(wrappedValue: get(), fileID: fileID, line: line)
    unsafe core.accessor = .elsewhere(get: get, set: set)
  }

  /// Creates an observable whose value is stored in an object, which is held weakly.
  ///
  /// After the object is released, the value stays the last known one.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - get: Reads the value.
  ///   - set: Writes the value.
  ///   - fileID: The file of the declaration, filled in by default.
  ///   - line: The line of the declaration, filled in by default.
  public convenience init<Object: AnyObject>(
    of object: Object, get: @escaping (Object) -> () -> Wrapped,
    set: @escaping (Object) -> (Wrapped) -> Void, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(wrappedValue: get(object)(), fileID: fileID, line: line)
    mutator(of: object, get: get, set: set)
  }

  /// The current value.
  ///
  /// Setting it notifies the observers, even if the new value equals the old one.
  public var wrappedValue: Wrapped {
    @inlinable
    get {
      RelayCapture.isOn ? RelayCapture.read(core) : core.current
    }
    @inlinable
    set { core.write(newValue, from: ChangeSource(self)) }
  }

  /// Changes the value in place and notifies the observers once.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`. The value is then unchanged.
  @discardableResult
  public func modify<Result, Failure: Error>(
    _ body: (inout Wrapped) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var value = core.current
    let result = try body(&value)
    core.write(value, from: ChangeSource(self))
    return result
  }

  /// The main relay, to which observers are added.
  @inlinable
  public var projectedValue: BondableRelay<Wrapped> {
    unsafe mainRelay ?? makeMainRelay()
  }

  @usableFromInline
  func makeMainRelay() -> BondableRelay<Wrapped> {
    let made = BondableRelay(main: core)
    unsafe mainRelay = made
    return made
  }

  /// The main relay.
  public var relay: BondableRelay<Wrapped> { projectedValue }

  // MARK: Custom getter and setter

  /// Reads and writes the value with closures from now on.
  ///
  /// ```swift
  /// _title.mutator {
  ///   self.button.title
  /// } set: {
  ///   self.button.title = $0
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - get: Reads the value.
  ///   - set: Writes the value. Called before the observers are notified.
  public func mutator(get: @escaping () -> Wrapped, set: @escaping (Wrapped) -> Void) {
    unsafe core.accessor = .elsewhere(get: get, set: set)
  }

  /// Reads and writes the value in an object from now on, and holds the object weakly.
  ///
  /// After the object is released, the value stays the last known one.
  public func mutator<Object: AnyObject>(
    of object: Object, get: @escaping (Object) -> () -> Wrapped,
    set: @escaping (Object) -> (Wrapped) -> Void
  ) {
    unsafe core.accessor = .elsewhere(
      get: { [weak object, unowned core] in object.map { get($0)() } ?? core.value },
      set: { [weak object] value in
        if let object { set(object)(value) }
      })
  }

  // MARK: Observers

  /// Notifies the observers with the current value.
  public func invokeRelayWithCurrentValue() {
    core.invokeWithCurrent(from: ChangeSource(self))
  }

  /// Notifies the observers with the current value: another name of
  /// ``invokeRelayWithCurrentValue()``.
  public func invokeRelayWithCurrent() {
    invokeRelayWithCurrentValue()
  }

  /// Discards all relays of this property, and everything mapped from them.
  public func removeAllRelay() {
    projectedValue.discard()
    unsafe mainRelay = nil
  }

  /// Removes the bonds with other relays.
  public func removeBond() {
    projectedValue.removeBond()
  }
}

@available(*, unavailable)
extension Observable: Sendable {}

/// A property that can be observed: ``Observable`` for files in which that name means another type.
public typealias Relayed = Observable
