import Pharos

/// What an observer was told, in the words of the tables.
func arrow<Value>(_ change: Changes<Value>) -> String { "\(change.old)->\(change.new)" }

/// Keeps what observers were told, in its order.
final class Log {
  private(set) var lines: [String] = []

  func note(_ line: String) { lines.append(line) }

  func note<Value>(_ name: String, _ change: Changes<Value>) {
    lines.append("\(name) \(arrow(change))")
  }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// An object with observables.
final class Model: RelayBearing {
  @Relayed var number = 0
  @Relayed var other = 0
  @Relayed var text: String?

  /// What makes `number` observable, which is the source of its changes.
  var numberObservable: Observable<Int> { _number }
}
