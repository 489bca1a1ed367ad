// The rest of a path is for a parameter that takes one value.
import Khala

@KhalaModule
final class Catalog {
  @Route("docs/{*page}")
  // 17: error: a rest is several components, and 'page' of 'page' is 'Int'; make it '[Int]', or
  //   capture one component with '{page}' (from macro 'KhalaModule')
  // 17: note: replace it with '"docs/{page}"'
  // 17: note: make 'page' '[Int]'
  func page(page: Int) -> Int { page }
}
