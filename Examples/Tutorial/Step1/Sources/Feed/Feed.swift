import Khala

/// The episodes of a podcast, for all callers by URL.
@KhalaModule
final class Feed {
  private let titles = ["Flour", "Yeast", "Salt"]

  /// The title of an episode, or `nil` if there is no such episode.
  @Route("episodes/{number:Int}")
  func title(number: Int) -> String? {
    titles.indices.contains(number - 1) ? titles[number - 1] : nil
  }
}
