#if canImport(ObjectiveC)
  import Foundation

  extension Retainer {
    /// A retainer that lives as long as an object, made if there is none.
    static func associated(with object: AnyObject) -> Retainer? {
      if let retainer = unsafe objc_getAssociatedObject(object, key) as? Retainer {
        return retainer
      }
      let retainer = Retainer()
      unsafe objc_setAssociatedObject(object, key, retainer, .OBJC_ASSOCIATION_RETAIN)
      return retainer
    }

    /// An address that stands for this use of an object: that of the type.
    private static var key: UnsafeRawPointer {
      unsafe unsafeBitCast(ObjectIdentifier(Retainer.self), to: UnsafeRawPointer.self)
    }
  }
#endif
