import ModularityTestSupport
import Synchronization

// What the snippets print with: it knows what has been printed, so that one can
// wait for what comes later.

private let lines = EventRecorder<String>()
private let expectedCount = Mutex(0)

/// Prints a value, and of an optional what is in it.
public func print<Value>(_ value: Value?) {
  note(value.map { "\($0)" } ?? "nil")
}

/// Prints a value.
public func print<Value>(_ value: Value) {
  note("\(value)")
}

private func note(_ line: String) {
  Swift.print(line)
  lines.record(line)
}

/// Begins a part of the output.
public func heading(_ title: String) {
  Swift.print("\n\(title)")
  expectedCount.withLock { $0 = lines.events.count }
}

/// Waits until so many more lines have been printed.
public func printed(_ count: Int) async throws {
  let all = expectedCount.withLock { expected in
    expected += count
    return expected
  }
  _ = try await lines.waitForEvents(count: all)
}
