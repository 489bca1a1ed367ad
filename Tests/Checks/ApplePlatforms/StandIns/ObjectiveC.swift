/// The name of a method, as the runtime of Objective-C has it.
public struct Selector: ExpressibleByStringLiteral {
  public init(_ name: String) {}
  public init(stringLiteral name: String) {}
}

/// How an object keeps another that is associated with it.
public struct objc_AssociationPolicy {
  public static var OBJC_ASSOCIATION_RETAIN: objc_AssociationPolicy { fatalError() }
}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? { nil }

public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {}
