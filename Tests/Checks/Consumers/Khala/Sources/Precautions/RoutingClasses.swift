// swift-format-ignore-file

import Khala

// Several classes of the document have the same name. Here each has a name of
// its own in URLs, since two of one name do not link.

// recommend
@KhalaModule("Recommended")
class AModule {
 func server1(_ info: [String: Any]) -> Int { 1 }
 func server2(_ info: [String: Any]) -> Int { 2 }
}

enum Or {
  // or
  @KhalaModule("Marked", exports: .marked)
  class AModule {
   @KhalaExported func server1(_ info: [String: Any]) -> Int { 1 }
   @KhalaExported func server2(_ info: [String: Any]) -> Int { 2 }
   func server3(_ info: [String: Any]) -> Int { 3 }
  }
}
