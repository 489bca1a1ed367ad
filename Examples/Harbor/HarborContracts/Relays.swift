// Values that modules share. A relay is made by the module that uses it first; the key has
// its type, and each module gives the same first value.

extension RelayKey<[Ship]> {
  /// The ships that have announced themselves and have not sailed.
  public static var expectedShips: Self { Self("ships.expected") }

  /// The ships that wait for the cranes.
  public static var craneQueue: Self { Self("cargo.queue") }
}

extension RelayKey<[Berth]> {
  /// All berths.
  public static var berths: Self { Self("berths.all") }
}

extension RelayKey<Int> {
  /// The number of free berths; made from those above by the module that has them.
  public static var freeBerths: Self { Self("berths.free") }

  /// The speed of the wind, in metres per second.
  public static var wind: Self { Self("weather.wind") }

  /// The sum that was billed so far, in euros.
  public static var revenue: Self { Self("accounts.revenue") }
}

extension RelayKey<Double> {
  /// The part of the ship at the cranes that is ashore, from 0 to 1.
  public static var unloaded: Self { Self("cargo.unloaded") }
}

extension RelayKey<String> {
  /// The container that was cleared last.
  public static var lastCleared: Self { Self("customs.lastCleared") }

  /// The text of the notice board.
  public static var board: Self { Self("notices.board") }
}

extension RelayKey<Set<String>> {
  /// The containers that customs has cleared.
  public static var cleared: Self { Self("customs.cleared") }

  /// The containers that customs keeps.
  public static var held: Self { Self("customs.held") }
}
