/// A relay that belongs to an object and holds it weakly.
public protocol AssociativeRelay: AnyObject {
  /// The object, or `nil` after it is released.
  var associatedObject: AnyObject? { get }

  /// Keeps the relay alive as long as its object.
  ///
  /// - Returns: This relay.
  @discardableResult
  func retainToSource() -> Self
}

extension AssociativeRelay {
  /// Keeps the relay alive as long as its object, in the object's ``RelayKeeping/relayKeeper``.
  ///
  /// - Returns: This relay.
  /// - Precondition: The object conforms to ``RelayKeeping``, or was released. On Apple platforms,
  ///   any object works.
  @discardableResult
  public func retainToSource() -> Self {
    keepWithSource()
    return self
  }

  fileprivate func keepWithSource() {
    guard let object = associatedObject else { return }
    guard let keeper = Retainer.keeper(of: object) else {
      preconditionFailure(
        """
        retainToSource(): \(type(of: object)) cannot keep a relay. Conform it to 'RelayKeeping' \
        with: let relayKeeper = Retainer()
        """)
    }
    keeper.keep(self)
  }
}

/// A relay that belongs to an object and can be set.
///
/// An object's `bondableRelays` returns such relays. You can also subclass it: report changes of
/// the object with ``TwoWayRelay/apply(value:)``, and observe the relay to change the object.
open class AssociativeTwoWayRelay<Value>: TwoWayRelay<Value>, AssociativeRelay {
  public private(set) weak var associatedObject: AnyObject?

  /// A Boolean value that indicates whether the object already keeps the relay's core, as it does
  /// for its observables.
  private let isKept: Bool

  /// Creates a relay with a value of its own.
  ///
  /// - Parameters:
  ///   - object: The object to which the value belongs.
  ///   - currentValue: The initial value.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  public init(
    _ object: AnyObject, currentValue: Value, fileID: String = #fileID, line: Int = #line
  ) {
    let core = Core(currentValue, origin: CodeLocation(fileID: fileID, line: line))
    associatedObject = object
    isKept = false
    super.init(main: core)
  }

  /// Creates a relay for an observable of the object.
  init(_ object: AnyObject, core: Core<Value>) {
    associatedObject = object
    isKept = true
    super.init(core: core, slot: core.addSlot(after: core.mainSlot()))
  }

  /// Keeps the relay alive as long as its object.
  ///
  /// For an observable of the object, this has no effect, because the object keeps it anyway. A
  /// relay that you created is kept by the object's ``RelayKeeping/relayKeeper``.
  ///
  /// - Returns: This relay.
  /// - Precondition: If you created the relay, its object conforms to ``RelayKeeping``, or was
  ///   released.
  @discardableResult
  public func retainToSource() -> Self {
    if !isKept { keepWithSource() }
    return self
  }
}

/// A base class for relays of a value that only its object changes.
///
/// ```swift
/// final class TouchRelay: AssociativeValueRelay<Bool> {
///   init(_ button: Button) {
///     super.init(button, currentValue: button.isTouched)
///     button.onTouch = { [weak self] in self?.relay(value: $0) }
///   }
/// }
/// ```
open class AssociativeValueRelay<Value>: ValueRelay<Value>, AssociativeRelay {
  public private(set) weak var associatedObject: AnyObject?

  /// A Boolean value that indicates whether the object already keeps the relay's core, and alone
  /// sets its value.
  private let isKept: Bool

  /// Creates a relay.
  ///
  /// - Parameters:
  ///   - object: The object to which the value belongs.
  ///   - currentValue: The initial value.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  public init(
    _ object: AnyObject, currentValue: Value, fileID: String = #fileID, line: Int = #line
  ) {
    let core = Core(currentValue, origin: CodeLocation(fileID: fileID, line: line))
    associatedObject = object
    isKept = false
    super.init(main: core)
  }

  /// Creates a relay for an observable that only the object sets.
  init(_ object: AnyObject, core: Core<Value>) {
    associatedObject = object
    isKept = true
    super.init(core: core, slot: core.addSlot(after: core.mainSlot()))
  }

  /// Keeps the relay alive as long as its object.
  ///
  /// For a property of the object, this has no effect, because the object keeps it anyway. A relay
  /// that you created is kept by the object's ``RelayKeeping/relayKeeper``.
  ///
  /// - Returns: This relay.
  /// - Precondition: If you created the relay, its object conforms to ``RelayKeeping``, or was
  ///   released.
  @discardableResult
  public func retainToSource() -> Self {
    if !isKept { keepWithSource() }
    return self
  }

  /// Notifies the observers of a new value of the object.
  ///
  /// The object is the source of the change.
  ///
  /// - Precondition: You created the relay. The relay of a property changes only when the object
  ///   sets the property.
  public func relay(value: Value) {
    precondition(
      !isKept,
      """
      relay(value:): only \
      \(associatedObject.map { String(describing: type(of: $0)) } ?? "its object") may set this \
      property, so a relay cannot. Set it in that type.
      """)
    core.set(value, from: associatedObject.map { ChangeSource($0) } ?? .unknown)
  }
}

/// A target of values that belongs to an object and holds it weakly.
///
/// An object's `bearerRelays` returns such targets, and you can subclass it:
///
/// ```swift
/// final class TitleBearer: AssociativeBearerRelay<String> {
///   init(_ button: Button) {
///     super.init(button) { button, changes in button.setTitle(changes.new) }
///   }
/// }
/// ```
open class AssociativeBearerRelay<Value>: BearerRelay<Value>, AssociativeRelay {
  public private(set) weak var associatedObject: AnyObject?

  /// Creates a bearer that calls `consumer` as long as `object` lives.
  ///
  /// - Parameters:
  ///   - object: The object, which is held weakly.
  ///   - consumer: The closure, which is called with the object and every change.
  public init<Object: AnyObject>(
    _ object: Object, _ consumer: @escaping (Object, Changes<Value>) -> Void
  ) {
    associatedObject = object
    super.init(take: Self.take(whileAlive: object, consumer))
  }

  /// Creates a bearer that sets a property of an object, which it holds weakly.
  public override init<Object: AnyObject>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>
  ) {
    associatedObject = object
    super.init(object, property)
  }
}
