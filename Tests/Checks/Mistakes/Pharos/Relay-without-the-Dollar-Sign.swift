// The value of a property is observed, and not the property.
// Write `$text`, which is the relay.
import Pharos

final class Search {
  @Relayed var text = ""

  func follow() {
    text.whenDidSet { print($0.new) }
    // 5: error: referencing instance method 'whenDidSet(isolation:then:)' requires wrapper
    //   'BondableRelay<String>'
  }
}
