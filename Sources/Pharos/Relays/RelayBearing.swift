public import Foundation

/// An object whose properties can be used as relays.
///
/// ```swift
/// final class Field: RelayBearing {
///   @Relayed var text: String?
/// }
///
/// $text.bonding(with: field.bondableRelays.text)
/// $text.relayValue(to: field.bearerRelays.text)
/// ```
public protocol RelayBearing: AnyObject {}

extension RelayBearing {
  /// The observables of the object, which bonds connect.
  public var bondableRelays: BondableRelays<Self> { BondableRelays(underlyingObject: self) }

  /// The observables of the object, to observe.
  public var relays: BondableRelays<Self> { bondableRelays }

  /// The properties of the object, to relay values to.
  public var bearerRelays: BearerRelays<Self> { BearerRelays(underlyingObject: self) }
}

/// The observables of an object as relays, by their names.
@dynamicMemberLookup
public struct BondableRelays<Object: AnyObject> {
  /// The object.
  public let underlyingObject: Object

  /// The relay of an observable, by the name of its property.
  ///
  /// - Precondition: The property is an ``Observable`` of the object, or a computed property that
  ///   reads an observable of the same type.
  public subscript<Value>(
    dynamicMember property: ReferenceWritableKeyPath<Object, Value>
  ) -> AssociativeTwoWayRelay<Value> {
    AssociativeTwoWayRelay(underlyingObject, core: observable(property))
  }

  /// The relay of an observable that only the object sets, by the name of its property.
  ///
  /// You can observe it, but not set it or bond with it.
  ///
  /// - Precondition: The property is an ``Observable`` of the object, or a computed property that
  ///   reads an observable of the same type.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember property: KeyPath<Object, Value>
  ) -> AssociativeValueRelay<Value> {
    AssociativeValueRelay(underlyingObject, core: observable(property))
  }

  /// The relay of an observable, by the name of its main relay `$property`.
  public subscript<Value>(
    dynamicMember property: KeyPath<Object, BondableRelay<Value>>
  ) -> AssociativeTwoWayRelay<Value> {
    AssociativeTwoWayRelay(underlyingObject, core: underlyingObject[keyPath: property].core)
  }

  /// Returns the core of the observable that a property reads.
  private func observable<Value>(_ property: KeyPath<Object, Value>) -> Core<Value> {
    let core = RelayCapture.core(readBy: { underlyingObject[keyPath: property] })
    guard let core else {
      preconditionFailure(
        """
        '\(property)' is not an @Observable property, so its changes cannot be observed. Make it \
        one, or use 'bearerRelays' to relay values to it.
        """)
    }
    return core
  }
}

@available(*, unavailable)
extension BondableRelays: Sendable {}

/// The properties of an object, as targets to which values can be relayed.
@dynamicMemberLookup
public struct BearerRelays<Object: AnyObject> {
  /// The object.
  public let underlyingObject: Object

  /// A property of the object.
  public subscript<Value>(
    dynamicMember property: ReferenceWritableKeyPath<Object, Value>
  ) -> AssociativeBearerRelay<Value> {
    AssociativeBearerRelay(underlyingObject, property)
  }
}

@available(*, unavailable)
extension BearerRelays: Sendable {}

/// A conformance that gives every `NSObject` `bearerRelays` for its properties, and
/// `bondableRelays` for its observables.
///
/// On Apple platforms, `bondableRelays` also has the other properties that support key-value
/// observing.
extension NSObject: RelayBearing {}
