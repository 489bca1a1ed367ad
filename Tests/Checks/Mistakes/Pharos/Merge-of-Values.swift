// The values of properties are merged, and not their relays.
// Write `$` before each.
import Pharos

final class Login {
  @Relayed var name = ""
  @Relayed var password = ""

  func follow() {
    mergeRelays(name, password).whenDidSet { print($0.new) }
    // 5: error: 'mergeRelays(_:fileID:line:)' is unavailable: relays are merged, not values: start
    //   each with '$'
  }
}
