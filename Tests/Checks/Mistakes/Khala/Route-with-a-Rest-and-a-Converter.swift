// The rest of a path has a converter.
import Khala

@KhalaModule
final class Catalog {
  @Route("docs/{*pages:Int}")
  // 23: error: the route pattern 'docs/{*pages:Int}' is wrong at offset 12: a rest has no
  //   converter. Remove it, and convert the components yourself. (from macro 'KhalaModule')
  // 23: note: replace it with '"docs/{*pages}"'
  func show(pages: [Int]) -> Int { pages.count }
}
