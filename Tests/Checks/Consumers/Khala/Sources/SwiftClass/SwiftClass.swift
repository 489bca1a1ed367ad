import Khala

@KhalaModule
class SwiftClass: KhalaProtocol {
  let test = "666"

  var double: Double { 66.66 }
}
