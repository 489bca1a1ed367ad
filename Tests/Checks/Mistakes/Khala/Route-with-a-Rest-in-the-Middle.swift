// The rest of a path is followed by something.
import Khala

@KhalaModule
final class Catalog {
  @Route("docs/{*path}/edit")
  // 16: error: the route pattern 'docs/{*path}/edit' is wrong at offset 5: a rest must end the
  //   pattern, and only text may precede it in its segment. Make it the last segment, or a capture
  //   without '*'. (from macro 'KhalaModule')
  // 16: note: replace it with '"docs/{path}/edit"'
  func edit(path: [String]) -> Int { path.count }
}
