// An observer takes the old value and the new one.
// It takes one change, which has both: `changes.old` and `changes.new`.
import Pharos

final class Search {
  @Relayed var text = ""

  func follow() {
    $text.whenDidSet { old, new in print(old, new) }
    // 24: error: contextual closure type '(Changes<String>) -> Void' expects 1 argument, but 2 were
    //   used in closure body
  }
}
