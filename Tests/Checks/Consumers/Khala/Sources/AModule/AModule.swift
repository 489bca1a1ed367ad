// swift-format-ignore-file

import Khala

@KhalaModule
class AModule {

  // In place of NSObject's, which has an address in it.
  var description: String { "<AModule>" }

  func doSomething(_ info: [String: Any]) -> String {
    return description
  }

  // The document has two of this name, one for a text and one for an Int. By URL
  // it calls the former as 'server2'.
  func server(_ info: [String: Any]) -> Int {
    return info["value"] as? Int ?? 0
  }

  func server2(_ info: [String: Any]) -> Int {
    guard let value = info["value"] as? String, let res = Int(value) else {
        return 0 
    }
    return res
  }

  func forClosure(_ closure: KhalaClosure) {
    closure(["value": #function])
  }

  func forClosures(_ success: KhalaClosure, failure: KhalaClosure) {
    success(["success": #function])
    failure(["failure": #function])
  }

}
