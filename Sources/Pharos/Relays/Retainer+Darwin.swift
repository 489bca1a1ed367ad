#if canImport(ObjectiveC)
  import Foundation

  extension Retainer {
    /// Returns the retainer that lives as long as an object, and makes it if necessary.
    static func associated(with object: AnyObject) -> Retainer? {
      if let retainer = unsafe objc_getAssociatedObject(object, key) as? Retainer {
        return retainer
      }
      let retainer = Retainer()
      unsafe objc_setAssociatedObject(object, key, retainer, .OBJC_ASSOCIATION_RETAIN)
      return retainer
    }

    /// The key of the associated object, for which the address of the type is used.
    private static var key: UnsafeRawPointer {
      unsafe unsafeBitCast(ObjectIdentifier(Retainer.self), to: UnsafeRawPointer.self)
    }
  }
#endif
