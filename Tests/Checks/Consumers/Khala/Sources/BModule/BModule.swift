// swift-format-ignore-file

import Khala
import Screens

@KhalaModule
@MainActor class BModule {

  // In place of NSObject's, which has an address in it.
  var description: String { "<BModule>" }

  func doSomething(_ info: [String: Any]) -> String {
    return description
  }

  func vc(style: Int) -> UIViewController {
    return UIViewController(style: style)
  }

}
