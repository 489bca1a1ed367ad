import Pharos

// Relays of different types, of which the compiler by itself has no words.

final class Form {
  @Observable var text = ""
  @Observable var count = 0
  @Observable var optional: Int?
  let shared = SharedRelay(0)
  let texts = SharedRelay("")

  func relay(to bearer: BearerRelay<Int>) {
    // expected-error@11: convert the values with 'map' first
    $text.relayValue(to: $count)
    // expected-error@11: convert the values with 'map' first
    $text.relayValue(to: $count).whenDidSet { print($0.new) }
    // expected-error@12: convert the values with 'map' first
    $count.relayValue(to: $optional)
    // expected-error@35: convert the values with 'map' first
    $text.map { $0.uppercased() }.relayValue(to: $count)
    // expected-error@11: convert the values with 'map' first
    $text.relayValue(to: bearer)
    // expected-error@11: convert the values with 'map' first
    $text.relayValue(to: shared)
    // expected-error@11: convert the values with 'map' first
    $text.relayValue(to: text)
    // expected-error@11: with values of the same Equatable type
    $text.relayUniqueValue(to: $count)
    // expected-error@11: with values of the same Equatable type
    $text.relayUniqueValue(.exceptInvokedManually, to: $count)
    // expected-error@11: with values of the same Equatable type
    $text.relayUniqueValue(to: bearer)
  }

  // Of these the compiler's own words are enough.
  func bond() {
    // expected-error@25: cannot convert value of type 'TwoWayRelay<Int>' to expected argument type 'TwoWayRelay<String>'
    $text.bonding(with: $count)
    // expected-error@28: cannot convert value of type 'TwoWayRelay<Int>' to expected argument type 'TwoWayRelay<String>'
    $text.bondAndApply(to: $count)
    // expected-error@28: cannot convert value of type 'TwoWayRelay<Int>' to expected argument type 'TwoWayRelay<String>'
    $text.bondAndMap(from: $count)
    // expected-error@26: cannot convert value of type 'SharedRelay<Int>' to expected argument type 'SharedRelay<String>'
    texts.relayValue(to: shared)
    // expected-error@32: cannot convert value of type 'SharedRelay<Int>' to expected argument type 'SharedRelay<String>'
    texts.relayUniqueValue(to: shared)
  }
}
