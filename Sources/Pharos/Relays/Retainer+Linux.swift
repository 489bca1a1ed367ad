#if !canImport(ObjectiveC)
  extension Retainer {
    /// Returns `nil`, because only Objective-C can associate one object with another.
    static func associated(with object: AnyObject) -> Retainer? { nil }
  }
#endif
