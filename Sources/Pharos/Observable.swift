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
/// A file that imports Observation or SwiftUI, whose `@Observable` is another,
/// uses the name ``Relayed``.
///
/// The value is kept in an object: copies of a structure share the property, also through a
/// `let`. Declare it in classes and actors.
///
/// - Concurrency: Belongs to the code that its object belongs to, an actor or a
///   thread, and is not `Sendable`; ``SharedRelay`` is. Observers run before the
///   property's setter returns, unless a change is being delivered already: then
///   they run when that is done.
@propertyWrapper
public final class Observable<Wrapped> {
  @usableFromInline let core: Core<Wrapped>

  /// The relay `$property`.
  // Belongs to the code that the property belongs to, and so is not looked at while
  // it is made.
  @exclusivity(unchecked) @usableFromInline var mainRelay: BondableRelay<Wrapped>?

  /// Makes an observable with a first value.
  ///
  /// - Parameters:
  ///   - wrappedValue: The first value.
  ///   - fileID: Where the property is declared; leave it out.
  ///   - line: Where the property is declared; leave it out.
  @inlinable
  public init(wrappedValue: Wrapped, fileID: String = #fileID, line: Int = #line) {
    core = Core(wrappedValue, origin: CodeLocation(fileID: fileID, line: line))
  }

  /// Makes an observable that only changes to values that are not the same.
  ///
  /// ```swift
  /// @Observable(comparing: ==) var text = ""
  /// ```
  ///
  /// A value that is the same as the current one is not stored, and observers are not called;
  /// nor are they if the last value set in a ``transaction(_:)`` is the same as the one before
  /// it.
  ///
  /// - Parameters:
  ///   - wrappedValue: The first value.
  ///   - areSame: Whether two values are the same.
  ///   - fileID: Where the property is declared; leave it out.
  ///   - line: Where the property is declared; leave it out.
  public convenience init(
    wrappedValue: Wrapped, comparing areSame: @escaping (Wrapped, Wrapped) -> Bool,
    fileID: String = #fileID, line: Int = #line
  ) {
    self.init(wrappedValue: wrappedValue, fileID: fileID, line: line)
    unsafe core.accessor = .compared(areSame: areSame)
  }

  /// Makes an observable whose value is kept elsewhere.
  ///
  /// - Parameters:
  ///   - get: Reads the value.
  ///   - set: Writes the value.
  ///   - fileID: Where the property is declared; leave it out.
  ///   - line: Where the property is declared; leave it out.
  public convenience init(
    get: @escaping () -> Wrapped, set: @escaping (Wrapped) -> Void,
    fileID: String = #fileID, line: Int = #line
  ) {
    self.init(wrappedValue: get(), fileID: fileID, line: line)
    unsafe core.accessor = .elsewhere(get: get, set: set)
  }

  /// Makes an observable whose value is kept in an object, which is not kept.
  ///
  /// Once the object is gone, the value is the last that there was.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - get: Reads the value.
  ///   - set: Writes the value.
  ///   - fileID: Where the property is declared; leave it out.
  ///   - line: Where the property is declared; leave it out.
  public convenience init<Object: AnyObject>(
    of object: Object, get: @escaping (Object) -> () -> Wrapped,
    set: @escaping (Object) -> (Wrapped) -> Void, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(wrappedValue: get(object)(), fileID: fileID, line: line)
    mutator(of: object, get: get, set: set)
  }

  /// The value.
  ///
  /// Setting it notifies the observers, also if the new value equals the old one.
  public var wrappedValue: Wrapped {
    @inlinable
    get {
      RelayCapture.isOn ? RelayCapture.read(core) : core.current
    }
    @inlinable
    set { core.write(newValue, from: ChangeSource(self)) }
  }

  /// Changes the value by a function of it; the observers are notified once.
  ///
  /// - Returns: What the function returns.
  /// - Throws: What the function throws; the value stays as it was.
  @discardableResult
  public func modify<Result, Failure: Error>(
    _ body: (inout Wrapped) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var value = core.current
    let result = try body(&value)
    core.write(value, from: ChangeSource(self))
    return result
  }

  /// The main relay, which the observers are given to.
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

  /// Keeps the value elsewhere from now on.
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
  ///   - set: Writes the value, before the observers are notified.
  public func mutator(get: @escaping () -> Wrapped, set: @escaping (Wrapped) -> Void) {
    unsafe core.accessor = .elsewhere(get: get, set: set)
  }

  /// Keeps the value in an object from now on, without keeping the object.
  ///
  /// Once the object is gone, the value is the last that there was.
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

  /// Notifies the observers of the value that there is.
  public func invokeRelayWithCurrentValue() {
    core.invokeWithCurrent(from: ChangeSource(self))
  }

  /// Notifies the observers of the value that there is: another name of
  /// ``invokeRelayWithCurrentValue()``.
  public func invokeRelayWithCurrent() {
    invokeRelayWithCurrentValue()
  }

  /// Ends all relays of this property, and everything mapped from them.
  public func removeAllRelay() {
    projectedValue.discard()
    unsafe mainRelay = nil
  }

  /// Ends the bonds with other relays.
  public func removeBond() {
    projectedValue.removeBond()
  }
}

@available(*, unavailable)
extension Observable: Sendable {}

/// A property that can be observed: ``Observable`` for files that know another
/// type of that name.
public typealias Relayed = Observable
