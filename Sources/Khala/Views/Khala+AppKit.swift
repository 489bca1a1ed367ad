#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit

  extension Khala {
    /// The view controller that the routing function returns, or `nil` if it returns something
    /// else.
    ///
    /// The first read of this property or ``view`` calls the function. Later reads return the same
    /// result.
    @MainActor public var viewController: NSViewController? { keptResult as? NSViewController }

    /// The view that the routing function returns, or `nil` if it returns something else.
    ///
    /// The first read of this property or ``viewController`` calls the function. Later reads return
    /// the same result.
    @MainActor public var view: NSView? { keptResult as? NSView }
  }
#endif
