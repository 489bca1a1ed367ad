// The access of a function is a variable.
import Khala

let access = KhalaAccess.external

@KhalaModule
final class Catalog {
  @KhalaExported(access: access)
  // 26: error: 'access' must be '.internal' or '.external', because it is read when the program is
  //   compiled; 'access' is not (from macro 'KhalaModule')
  // 26: note: replace it with '.internal'
  // 26: note: replace it with '.external'
  func count() -> Int { 2 }
}
