// A change is asked for a value by a wrong name.
// A change has `old` and `new`.
import Pharos

final class Search {
  @Relayed var text = ""

  func follow() {
    $text.whenDidSet { changes in print(changes.newValue) }
    // 24: error: contextual closure type '() -> Void' expects 0 arguments, but 1 was used in
    //   closure body
  }
}
