// A path has more optional segments than can be looked up.
import Khala

@KhalaModule
final class Catalog {
  @Route("a/{a?}/b/{b?}/c/{c?}/d/{d?}/e/{e?}/f/{f?}/g/{g?}/h/{h?}/i/{i?}/j/{j?}/k")
  // 76: error: the route pattern
  //   'a/{a?}/b/{b?}/c/{c?}/d/{d?}/e/{e?}/f/{f?}/g/{g?}/h/{h?}/i/{i?}/j/{j?}/k' is wrong at offset
  //   65: with it, more than 1000 combinations of optional segments would match. Remove the '?', or
  //   declare several routes. (from macro 'KhalaModule')
  // 76: note: replace it with
  //   '"a/{a?}/b/{b?}/c/{c?}/d/{d?}/e/{e?}/f/{f?}/g/{g?}/h/{h?}/i/{i?}/j/{j}/k"'
  func find(_ info: KhalaInfo) -> Int { info.count }
}
