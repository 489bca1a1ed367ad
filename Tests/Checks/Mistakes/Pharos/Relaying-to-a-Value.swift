// A value is relayed to the value of a property.
// Write `$title`, which is the relay.
import Pharos

final class Search {
  @Relayed var text = ""
  @Relayed var title = ""

  func follow() {
    $text.relayValue(to: title)
    // 11: error: 'relayValue(to:)' is unavailable: 'to:' takes a settable relay or a bearer with
    //   values of the same type; convert the values with 'map' first, as in '$text.map { $0.count
    //   }.relayValue(to: $count)'
  }
}
