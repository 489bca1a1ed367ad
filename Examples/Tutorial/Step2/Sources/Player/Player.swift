import Contracts
import Khala

/// The player, for all callers by URL.
@KhalaModule
final class Player {
  /// Plays an episode, and returns its title.
  func play(number: Int) throws -> String {
    guard let episode = try KhalaStore.episode(number: number) else {
      return "no such episode"
    }
    return episode.title
  }
}
