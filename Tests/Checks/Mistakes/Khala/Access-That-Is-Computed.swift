// The access of a routing class is a variable.
import Khala

let access = KhalaAccess.external

@KhalaModule(access: access)
// 22: error: 'access' must be '.internal' or '.external', because it is read when the program is
//   compiled; 'access' is not (from macro 'KhalaModule')
// 22: note: replace it with '.internal'
// 22: note: replace it with '.external'
final class Catalog {
  func count() -> Int { 2 }
}
