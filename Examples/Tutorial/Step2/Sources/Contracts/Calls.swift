public import Khala

extension KhalaStore {
  /// The episode of a number, or `nil` if there is no such episode.
  @KhalaCall("kl://Feed/episode")
  public static func episode(number: Int) throws -> Episode?

  /// Plays an episode, and returns its title.
  @KhalaCall("kl://Player/play")
  public static func play(number: Int) throws -> String
}
