import Synchronization

@testable import Bridge

/// What a test has seen, from whichever thread.
final class Seen<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])

  var values: [Value] { state.withLock(\.self) }

  func note(_ value: Value) {
    state.withLock { $0.append(value) }
  }
}

/// Has the errors of wires noted instead of printed, in the world of a test.
func noteErrors() -> Seen<String> {
  let seen = Seen<String>()
  Bridge.errorHandler = { seen.note($0.message) }
  // However long the machine takes: a cycle is a cycle.
  BridgeCenter.current.harmlessPace = .seconds(3600)
  return seen
}
