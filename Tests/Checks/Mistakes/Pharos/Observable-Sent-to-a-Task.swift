// A relay of one actor is used in a task of no actor.
// Let its changes set a `SharedRelay`, and use that.
import Pharos

@MainActor final class Profile {
  @Relayed var name = ""

  func follow() {
    let relay = $name
    Task.detached { relay.whenDidSet { print($0.new) } }
    // 5: error in mode 6: conformance of 'ValueRelay<Value>' to 'Sendable' is unavailable
    // 10: error in mode 6: conformance of 'ValueRelay<Value>' to 'Sendable' is unavailable
    // 5: warning in mode 5: conformance of 'ValueRelay<Value>' to 'Sendable' is unavailable; this
    //   is an error in the Swift 6 language mode
    // 10: warning in mode 5: conformance of 'ValueRelay<Value>' to 'Sendable' is unavailable; this
    //   is an error in the Swift 6 language mode
  }
}
