import Contracts
import Khala
import Pharos

/// The player, for all callers by URL.
@KhalaModule
final class Player {
  /// Plays an episode, and returns its title.
  func play(number: Int) throws -> String {
    guard let episode = try KhalaStore.episode(number: number) else {
      return "no such episode"
    }
    SharedRelay.of(.played, default: []).modify { $0.append(episode) }
    return episode.title
  }
}
