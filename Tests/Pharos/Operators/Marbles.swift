import ModularityTestSupport
import Pharos
import Testing

/// A drawing of what happens to relays, one character for each step of time.
///
/// `-` is a step in which nothing happens, a letter or digit a value. Several
/// drawings of equal length stand below each other; what is in one column happens
/// in the order of the rows.
struct Marbles {
  /// What a drawing says of one step: values, or nothing.
  static func steps(_ drawing: String) -> [Character?] {
    drawing.map { $0 == "-" ? nil : $0 }
  }

  /// Sets relays to what drawings say, and draws what an observer of what is made
  /// of them sees.
  ///
  /// Steps in which it sees several values are drawn as `(abc)`.
  static func draw(
    _ inputs: String..., by make: ([SharedRelay<Character>]) -> SharedRelay<String>
  ) -> String {
    let relays = inputs.map { _ in SharedRelay<Character>("_") }
    let output = EventRecorder<String>()
    let made = make(relays)
    made.whenDidSet { output.record($0.new) }
    let rows = inputs.map(steps)
    return (0..<(rows.map(\.count).max() ?? 0)).map { step in
      for (row, relay) in zip(rows, relays) where step < row.count {
        if let value = row[step] { relay.set(value) }
      }
      return drawn(output.reset())
    }.joined()
  }

  /// Sets a relay to what a drawing says, one step each 100 milliseconds, and draws
  /// what an observer of what is made of it sees.
  ///
  /// What passes at a time of its own is drawn in the step that begins then. If what
  /// is made sleeps on its clock while something waits, as a debounce does, it must
  /// tell something or sleep again whenever it wakes.
  static func drawInTime(
    _ input: String, isSleeping: Bool,
    by make: (SharedRelay<Character>, ProbedClock) -> SharedRelay<Character>
  ) async throws -> String {
    let clock = ManualClock()
    let events = EventRecorder<String>()
    let relay = SharedRelay<Character>("_")
    make(relay, ProbedClock(base: clock, events: events)).whenDidSet {
      events.record(String($0.new))
    }
    var drawing = ""
    var isAsleep = false
    for value in steps(input) {
      if let value { relay.set(value) }
      if isSleeping, value != nil, !isAsleep {
        try await clock.sleepers(atLeast: 1)
        isAsleep = true
      }
      drawing += drawn(events.reset().filter { $0 != ProbedClock.sleep })

      let next = clock.now.advanced(by: .milliseconds(100))
      let isWaking = clock.nextDeadline.map { $0 <= next } ?? false
      clock.advance(to: next)
      guard isWaking else { continue }
      isAsleep = try await events.waitForEvents(count: 1) == [ProbedClock.sleep]
      if isAsleep { try await clock.sleepers(atLeast: 1) }
    }
    return drawing
  }

  private static func drawn(_ values: [String]) -> String {
    values.count > 1 ? "(\(values.joined()))" : values.first ?? "-"
  }
}

/// A manual clock that reports when a task begins to sleep.
struct ProbedClock: Clock {
  static let sleep = "sleep"

  let base: ManualClock
  let events: EventRecorder<String>

  var now: ManualClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    events.record(Self.sleep)
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
