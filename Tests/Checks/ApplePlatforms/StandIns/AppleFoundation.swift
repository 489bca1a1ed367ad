// What Apple's Foundation has beyond that of Linux: objects that are observed by keys and
// named in selectors.

@_exported public import Darwin
@_exported public import Foundation
@_exported public import ObjectiveC

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

public struct NSKeyValueChangeKey: Hashable, Sendable {}

/// It shadows the class of Linux, which has no members of Objective-C.
open class NSObject: Hashable {
  public init() {}

  public static func == (one: NSObject, other: NSObject) -> Bool { one === other }

  open func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}

  open func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) {}
}

extension NSNotification.Name {
  public static let NSSystemClockDidChange = Self("NSSystemClockDidChangeNotification")
  public static let NSSystemTimeZoneDidChange = Self("NSSystemTimeZoneDidChangeNotification")
}

extension URL {
  public static var applicationSupportDirectory: URL { fatalError("a stand-in is not run") }
}

extension NotificationCenter {
  public func addObserver(
    _ observer: Any, selector: Selector, name: NSNotification.Name?, object: Any?
  ) {}
}
