#if !canImport(ObjectiveC)
  extension Retainer {
    /// Nothing: only Objective-C can give an object what its class does not have.
    static func associated(with object: AnyObject) -> Retainer? { nil }
  }
#endif
