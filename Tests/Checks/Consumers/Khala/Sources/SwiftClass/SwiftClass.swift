import Khala

@KhalaModule
final class SwiftClass: KhalaProtocol {
  let test = "666"

  var double: Double { 66.66 }
}
