#if canImport(ObjectiveC)
  public import Foundation

  extension BondableRelays where Object: NSObject {
    /// The relay of an observable, or of a property that supports key-value observing, by its name.
    ///
    /// The observation lives as long as the object. The relay of a control's property also reports
    /// the user's input.
    ///
    /// - Precondition: The property is an ``Observable`` of the object, or visible to Objective-C:
    ///   an `@objc dynamic` property, or a property of a system class.
    /// - Concurrency: Change the property only on the actor or thread of the object.
    public subscript<Value>(
      dynamicMember property: ReferenceWritableKeyPath<Object, Value>
    ) -> AssociativeTwoWayRelay<Value> {
      let observable = RelayCapture.core(readBy: { underlyingObject[keyPath: property] })
      let core = observable ?? KeyValueSource.of(underlyingObject, property).core
      return AssociativeTwoWayRelay(underlyingObject, core: core)
    }

    /// The relay of a property that only the object sets, by its name, such as
    /// `button.relays.state`.
    ///
    /// It is observed like a property that can be set. The state of a control is reported after
    /// each change of `isEnabled`, `isHighlighted` or `isSelected`.
    ///
    /// - Precondition: The property is an ``Observable`` of the object, or visible to Objective-C
    ///   and key-value observing compliant.
    @_disfavoredOverload
    public subscript<Value>(
      dynamicMember property: KeyPath<Object, Value>
    ) -> AssociativeValueRelay<Value> {
      let observable = RelayCapture.core(readBy: { underlyingObject[keyPath: property] })
      let core = observable ?? KeyValueSource.of(underlyingObject, property).core
      return AssociativeValueRelay(underlyingObject, core: core)
    }
  }

  /// An observer that updates a core when a property changes, and sets the property when the core
  /// is set.
  ///
  /// - Concurrency: Belongs to the code that its object belongs to.
  final class KeyValueSource<Value>: NSObject {
    let core: Core<Value>

    /// Reads the property and sets the core, unless the object was released.
    private var update: () -> Void = {}
    /// A Boolean value that indicates whether the core is setting the property.
    ///
    /// It is `true` only during that call, so that a later change is never mistaken for it.
    private var isSetting = false
    /// The receiver of the user's input.
    private var events: AnyObject?

    /// Returns the source of an object's property, which the object keeps alive.
    static func of<Object: NSObject>(
      _ object: Object, _ property: KeyPath<Object, Value>
    ) -> KeyValueSource {
      guard let key = property._kvcKeyPathString else {
        preconditionFailure(
          """
          '\(property)' is neither an @Observable property nor observable by its key, so its \
          changes cannot be observed. Declare it '@objc dynamic', or use 'bearerRelays' to relay \
          values to it.
          """)
      }
      let table = KeyValueSources.of(object)
      if let source = table.byKey[key] as? KeyValueSource { return source }
      let source = KeyValueSource(object, property, key: key)
      table.byKey[key] = source
      return source
    }

    private init<Object: NSObject>(
      _ object: Object, _ property: KeyPath<Object, Value>, key: String
    ) {
      core = Core(object[keyPath: property], origin: nil)
      super.init()
      update = { [weak object, unowned self] in
        guard !self.isSetting, let object else { return }
        self.core.set(object[keyPath: property], from: ChangeSource(object))
      }
      // A key path can be settable even if its static type does not say so.
      let settable = property as? ReferenceWritableKeyPath<Object, Value>
      unsafe core.accessor = .elsewhere(
        get: { [weak object, unowned core] in object?[keyPath: property] ?? core.value },
        set: { [weak object, weak self] value in
          guard let settable else { return }
          self?.isSetting = true
          defer { self?.isSetting = false }
          object?[keyPath: settable] = value
        })
      // The object keeps this observer, and the system removes the observation when the object is
      // released; see the release notes of Foundation for macOS 10.13.
      for key in [key] + ControlEvents.keys(behind: key, of: object) {
        unsafe object.addObserver(self, forKeyPath: key, options: [], context: nil)
      }
      events = ControlEvents.of(object, key: key) { [weak self] in self?.update() }
    }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      update()
    }
  }

  /// The observers of an object's keys, kept by the object.
  private final class KeyValueSources {
    var byKey: [String: AnyObject] = [:]

    static func of(_ object: NSObject) -> KeyValueSources {
      if let sources = unsafe objc_getAssociatedObject(object, key) as? KeyValueSources {
        return sources
      }
      let sources = KeyValueSources()
      unsafe objc_setAssociatedObject(object, key, sources, .OBJC_ASSOCIATION_RETAIN)
      return sources
    }

    /// The key of the associated object, for which the address of the type is used.
    private static var key: UnsafeRawPointer {
      unsafe unsafeBitCast(ObjectIdentifier(KeyValueSources.self), to: UnsafeRawPointer.self)
    }
  }

  #if !canImport(UIKit)
    /// A placeholder without events, for platforms without the controls of UIKit.
    enum ControlEvents {
      static func of(
        _ object: NSObject, key: String, _ tell: @escaping () -> Void
      ) -> AnyObject? { nil }

      static func keys(behind key: String, of object: NSObject) -> [String] { [] }
    }
  #endif
#endif
