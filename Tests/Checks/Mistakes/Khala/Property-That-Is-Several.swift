// A property that can be called by URL is written as a tuple.
import Khala

@KhalaModule
@MainActor
final class Catalog {
  @KhalaExported var (first, last) = (1, 2)
  // 22: error: this declares several properties at once, so it cannot be called by URL; mark it
  //   with '@KhalaIgnored' or make it private (from macro 'KhalaModule')
  // 22: note: add '@KhalaIgnored'
}
