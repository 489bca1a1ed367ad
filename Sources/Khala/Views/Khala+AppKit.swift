#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit

  extension Khala {
    /// The view controller that the routing function returns; nothing if it returns
    /// something else.
    ///
    /// The function is called when this or ``view`` is first read, and its result
    /// kept.
    @MainActor public var viewController: NSViewController? { keptResult as? NSViewController }

    /// The view that the routing function returns; nothing if it returns something
    /// else.
    ///
    /// The function is called when this or ``viewController`` is first read, and its
    /// result kept.
    @MainActor public var view: NSView? { keptResult as? NSView }
  }
#endif
