import Contracts
import Khala

/// The episodes of a podcast, for all callers by URL.
@KhalaModule
final class Feed {
  private let episodes = [
    Episode(number: 1, title: "Flour"),
    Episode(number: 2, title: "Yeast"),
    Episode(number: 3, title: "Salt"),
  ]

  /// The episode of a number, or `nil` if there is no such episode.
  @Route("episodes/{number:Int}")
  func episode(number: Int) -> Episode? {
    episodes.first { $0.number == number }
  }
}
