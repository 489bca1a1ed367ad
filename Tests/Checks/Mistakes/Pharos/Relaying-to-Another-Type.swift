// A value is relayed to a property of another type.
// Write `map` before it.
import Pharos

final class Search {
  @Relayed var text = ""
  @Relayed var count = 0

  func follow() {
    $text.relayValue(to: $count)
    // 11: error: 'relayValue(to:)' is unavailable: 'to:' takes a settable relay or a bearer with
    //   values of the same type; convert the values with 'map' first, as in '$text.map { $0.count
    //   }.relayValue(to: $count)'
  }
}
