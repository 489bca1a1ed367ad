// A path has a percent sign that begins no escape.
import Khala

@KhalaModule
final class Catalog {
  @Route("discount/50%")
  // 22: error: the route pattern 'discount/50%' is wrong at offset 11: two hexadecimal digits must
  //   follow. For the percent sign itself write '%25'. (from macro 'KhalaModule')
  // 22: note: replace it with '"discount/50%25"'
  func discount() -> Int { 50 }
}
