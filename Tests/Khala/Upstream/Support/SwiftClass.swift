import Foundation
import Khala

/// The routing class that the tests of the original call, with its values.
@KhalaModule
final class SwiftClass: KhalaProtocol {
  var string: String { "test.test.ios" }
  var double: Double { 66.66 }
  var int: Int { 55 }
  var float: Float { 44.44 }
  var bool: Bool { true }
  var array: [Any] { ["value1", "value2", "value3", 5431, 54.45] }
  var dict: [String: Any] { ["value": 46, "style": 1, "marketIid": "model.marketIid"] }

  func functionForDict(_ info: [String: Any]) -> Bool { true }

  func functionForBlock(_ closure: KhalaClosure) -> Bool {
    closure(["name": #function])
    return true
  }

  func notfound(_ url: URL, info: [String: Any]) -> String { "\(url) \(info.count)" }

  func definition1() -> String { "definition1" }

  func definition2(_ info: [String: Any]? = nil) -> Int { info?.count ?? 0 }

  func definition3(_ info: [String: Any]? = nil, success: KhalaClosure? = nil) {
    success?(answer(to: info, "success"))
  }

  func definition4(
    _ info: [String: Any]? = nil, success: KhalaClosure? = nil, failure: KhalaClosure? = nil
  ) {
    success?(answer(to: info, "success"))
    failure?(answer(to: info, "failure"))
  }

  func definition5(
    _ info: [String: Any]? = nil, success: KhalaClosure? = nil, failure: KhalaClosure? = nil,
    other: KhalaClosure? = nil
  ) {
    success?(answer(to: info, "success"))
    failure?(answer(to: info, "failure"))
    other?(answer(to: info, "other"))
  }

  /// What came with the call as texts, and which closure is told.
  private func answer(to info: [String: Any]?, _ type: String) -> [String: any Sendable] {
    var answer: [String: any Sendable] = ["type": type]
    for case (let name, let text as String) in info ?? [:] { answer[name] = text }
    return answer
  }
}
