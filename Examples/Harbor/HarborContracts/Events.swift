public import Foundation

// What modules tell each other of. A constant has the name of its text: lists, graphs and
// messages then speak the language of the code.

extension RheaEvent {
  /// The desk begins its work, every morning anew.
  public static let deskDidOpen: RheaEvent = "deskDidOpen"

  /// The desk has done its work.
  public static let deskDidClose: RheaEvent = "deskDidClose"

  /// The wind is too strong for cranes; sticky until it calms down.
  public static let stormDidBegin: RheaEvent = "stormDidBegin"

  /// The cranes may work again.
  public static let stormDidPass: RheaEvent = "stormDidPass"

  /// All that was to be unloaded is ashore.
  public static let quayDidClear: RheaEvent = "quayDidClear"
}

// Events that come with a value of one type: the compiler holds both sides to it.

extension TypedRheaEvent<Ship> {
  /// A ship says that it will come.
  public static var shipDidAnnounce: Self { Self("shipDidAnnounce") }

  /// A ship is in the port, with a pilot on board; published, so that no listener misses it.
  public static var shipDidArrive: Self { Self("shipDidArrive") }

  /// A ship lies at its berth.
  public static var shipDidBerth: Self { Self("shipDidBerth") }

  /// All cargo of a ship is ashore.
  public static var shipWasUnloaded: Self { Self("shipWasUnloaded") }

  /// A ship has left.
  public static var shipDidSail: Self { Self("shipDidSail") }
}

extension TypedRheaEvent<Departure> {
  /// A ship asks customs to let it sail.
  public static var shipAsksToSail: Self { Self("shipAsksToSail") }
}

extension TypedRheaEvent<Container> {
  /// A container is ashore.
  public static var containerDidLand: Self { Self("containerDidLand") }
}

extension TypedRheaEvent<String> {
  /// Customs keeps a container; the value says why.
  public static var containerWasHeld: Self { Self("containerWasHeld") }
}

extension TypedRheaEvent<WindWarning> {
  /// The wind is dangerous for cranes.
  public static var windDidRise: Self { Self("windDidRise") }
}

// Devices that know nothing of this toolkit speak by Foundation's notifications.

extension Notification.Name {
  /// The wind was measured; the user info has its `speed`.
  public static let windWasMeasured = Notification.Name("WindWasMeasured")

  /// A pilot is on board; the user info has the name of the `ship`.
  public static let pilotDidBoard = Notification.Name("PilotDidBoard")
}

extension TaskMilestone {
  /// Everything is there that the desk needs to open.
  public static let deskIsReady: TaskMilestone = "deskIsReady"
}
