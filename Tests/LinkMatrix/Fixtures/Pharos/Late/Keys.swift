import Pharos

// Keys of one name are the same key, whichever image has them.
extension RelayKey<Int> {
  static var count: Self { Self("late.count") }
}
