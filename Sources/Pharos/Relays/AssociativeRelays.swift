/// A relay that belongs to an object, without keeping it.
public protocol AssociativeRelay: AnyObject {
  /// The object, as long as it lives.
  var associatedObject: AnyObject? { get }

  /// Has the relay live as long as its object.
  ///
  /// - Returns: This relay.
  @discardableResult
  func retainToSource() -> Self
}

extension AssociativeRelay {
  /// Has the relay live as long as its object, whose ``RelayKeeping/relayKeeper`` keeps
  /// it.
  ///
  /// - Returns: This relay.
  /// - Precondition: The object has a keeper, or is gone. On Apple platforms, every
  ///   object has one.
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
        retainToSource(): \(type(of: object)) has nothing to keep a relay with. Have it conform to \
        'RelayKeeping': let relayKeeper = Retainer()
        """)
    }
    keeper.keep(self)
  }
}

/// A relay that belongs to an object and can be set: what the object's
/// `bondableRelays` gives, and a base for your own.
///
/// One of your own tells of the object's changes with ``TwoWayRelay/apply(value:)``
/// and observes itself to change the object.
open class AssociativeTwoWayRelay<Value>: TwoWayRelay<Value>, AssociativeRelay {
  public private(set) weak var associatedObject: AnyObject?

  /// A Boolean value that indicates whether the object keeps all that there is of it,
  /// as it does its observables.
  private let isKept: Bool

  /// Makes a relay with a value of its own.
  ///
  /// - Parameters:
  ///   - object: The object that the value is about.
  ///   - currentValue: The first value.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  public init(
    _ object: AnyObject, currentValue: Value, fileID: String = #fileID, line: Int = #line
  ) {
    let core = Core(currentValue, origin: CodeLocation(fileID: fileID, line: line))
    associatedObject = object
    isKept = false
    super.init(main: core)
  }

  /// Makes a relay for an observable of the object.
  init(_ object: AnyObject, core: Core<Value>) {
    associatedObject = object
    isKept = true
    super.init(core: core, slot: core.addSlot(after: core.mainSlot()))
  }

  /// Has the relay live as long as its object.
  ///
  /// One for an observable of the object does so anyway. One of your own is kept
  /// by the object's ``RelayKeeping/relayKeeper``.
  ///
  /// - Returns: This relay.
  /// - Precondition: For one of your own, the object has a keeper, or is gone.
  @discardableResult
  public func retainToSource() -> Self {
    if !isKept { keepWithSource() }
    return self
  }
}

/// A relay that tells of something about an object that others cannot set: a base
/// for your own.
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

  /// A Boolean value that indicates whether the object keeps all that there is of it,
  /// and alone sets its value.
  private let isKept: Bool

  /// Makes a relay.
  ///
  /// - Parameters:
  ///   - object: The object that the value is about.
  ///   - currentValue: The first value.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  public init(
    _ object: AnyObject, currentValue: Value, fileID: String = #fileID, line: Int = #line
  ) {
    let core = Core(currentValue, origin: CodeLocation(fileID: fileID, line: line))
    associatedObject = object
    isKept = false
    super.init(main: core)
  }

  /// Makes a relay for an observable that only the object sets.
  init(_ object: AnyObject, core: Core<Value>) {
    associatedObject = object
    isKept = true
    super.init(core: core, slot: core.addSlot(after: core.mainSlot()))
  }

  /// Has the relay live as long as its object.
  ///
  /// One for a property of the object does so anyway. One of your own is kept by the
  /// object's ``RelayKeeping/relayKeeper``.
  ///
  /// - Returns: This relay.
  /// - Precondition: For one of your own, the object has a keeper, or is gone.
  @discardableResult
  public func retainToSource() -> Self {
    if !isKept { keepWithSource() }
    return self
  }

  /// Notifies the observers of a value that the object has now.
  ///
  /// The object is the source of the change.
  ///
  /// - Precondition: The relay is one of your own: a property that only its object
  ///   sets is set by the object.
  public func relay(value: Value) {
    precondition(
      !isKept,
      """
      relay(value:): a property that only \
      \(associatedObject.map { String(describing: type(of: $0)) } ?? "its object") sets cannot be \
      set by a relay of it. Set it in that type.
      """)
    core.set(value, from: associatedObject.map { ChangeSource($0) } ?? .unknown)
  }
}

/// Something that values can be relayed to, on behalf of an object that it does not
/// keep: what the object's `bearerRelays` gives, and a base for your own.
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

  /// Has a closure take the values, as long as an object lives.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - consumer: What is called with the object and every change.
  public init<Object: AnyObject>(
    _ object: Object, _ consumer: @escaping (Object, Changes<Value>) -> Void
  ) {
    associatedObject = object
    super.init(take: Self.take(whileAlive: object, consumer))
  }

  /// Names a property of an object.
  public override init<Object: AnyObject>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>
  ) {
    associatedObject = object
    super.init(object, property)
  }
}
