// `@KhalaIgnored` is on a function outside of a class.
import Khala

@KhalaIgnored
// 1: error: '@KhalaIgnored' is for members of a class with '@KhalaModule' (from macro
//   'KhalaIgnored')
// 1: note: remove '@KhalaIgnored'
func count() -> Int { 2 }
