// The different values of an optional property are observed, and not the property.
// Write `$text`, which is the relay.
import Pharos

final class Search {
  @Relayed var text: String?

  func follow() {
    text.whenDidUniqueSet { print("changed") }
    // 10: error: 'whenDidUniqueSet(then:)' is unavailable: write '$' before the name: its relay has
    //   observers
    text.addDidSet { print($0.new ?? "") }
    // 10: error: 'addDidSet' is unavailable: write '$' before the name: its relay has observers
  }
}
