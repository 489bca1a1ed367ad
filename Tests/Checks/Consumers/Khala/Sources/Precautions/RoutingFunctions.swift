// swift-format-ignore-file

import Khala

enum Formats {
  @KhalaModule("Formats")
  class AModule {
   func server1() -> Int { 1 }
   func server2(info: [String: Any]) -> Int { 2 }
   func server3(_ info: [String: Any]) -> Int { 3 }
   func server4(_ info: [String: Any], closure: KhalaClosure) -> Int {
     closure(info.compactMapValues { $0 as? String })
     return 4
   }
   func server5(_ info: [String: Any], success: KhalaClosure,failure: KhalaClosure, 
  complete: KhalaClosure) -> Int {
     success(["success": 5])
     failure(["failure": 5])
     complete(["complete": 5])
     return 5
   }
    func server6(_ success: KhalaClosure,failure: KhalaClosure, info: [String: Any],
  complete: KhalaClosure) -> Int {
     success(["success": 6])
     failure(["failure": 6])
     complete(["complete": 6])
     return 6
   }
  }
}

// What the document says cannot be: overloads with and without a closure.
enum Overloads {
  @KhalaModule("Overloads")
  class AModule {
   func server(_ info: [String: Any]) -> Int { 1 }
   func server(_ info: [String: Any], closure: KhalaClosure) -> Int {
     closure(["value": "server(_:closure:)"])
     return 2
   }
  }
}
