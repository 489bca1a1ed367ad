public import Pharos
public import RheaTime

// Only names: whichever image has them, they are the same.
extension RheaEvent {
  public static let opened: RheaEvent = "opened"
}

extension RelayKey<Int> {
  public static var count: Self { Self("late.count") }
}
