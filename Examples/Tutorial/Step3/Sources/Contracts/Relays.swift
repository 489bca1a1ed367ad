public import Pharos

@RelayKeys extension RelayKey<[Episode]> {
  /// The episodes that have been played, in order.
  public static var played: Self { Self("player.played") }
}
