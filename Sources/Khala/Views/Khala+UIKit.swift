#if canImport(UIKit)
  public import UIKit

  extension Khala {
    /// The view controller that the routing function returns, or `nil` if it returns something
    /// else.
    ///
    /// The first read of this property or ``view`` calls the function. Later reads return the same
    /// result.
    @MainActor public var viewController: UIViewController? { keptResult as? UIViewController }

    /// The view that the routing function returns, or `nil` if it returns something else.
    ///
    /// The first read of this property or ``viewController`` calls the function. Later reads return
    /// the same result.
    @MainActor public var view: UIView? { keptResult as? UIView }
  }
#endif
