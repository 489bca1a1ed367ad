// A property is observed that is not observable.
// Write `@Relayed` before it.
import Pharos

final class Search {
  var text = ""

  func follow() {
    $text.whenDidSet { print($0.new) }
    // 5: error: cannot find '$text' in scope
  }
}
