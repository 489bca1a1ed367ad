#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension Khala {
    /// The view controller that the routing function returns; nothing if it returns
    /// something else.
    ///
    /// The function is called when this or ``view`` is first read, and its result
    /// kept.
    @MainActor public var viewController: UIViewController? { keptResult as? UIViewController }

    /// The view that the routing function returns; nothing if it returns something
    /// else.
    ///
    /// The function is called when this or ``viewController`` is first read, and its
    /// result kept.
    @MainActor public var view: UIView? { keptResult as? UIView }
  }
#endif
