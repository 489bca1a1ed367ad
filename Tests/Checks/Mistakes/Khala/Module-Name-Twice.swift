// Two routing classes have one name.
// Rename one of them. (In two modules, the same is an error of the linker.)
import Khala

@KhalaModule("Catalog")
final class Books {
  func count() -> Int { 2 }
}

@KhalaModule("Catalog")
// error in the expansion: multiple definitions of symbol 'modkit$khla$Catalog'
final class Records {
  func count() -> Int { 3 }
}
