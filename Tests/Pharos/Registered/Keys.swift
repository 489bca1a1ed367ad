import Pharos
import Synchronization

// A key for each test: all of them find the declarations of all.
extension RelayKey<Int> {
  static var counted: Self { Self("test.counted") }
  static var ranked: Self { Self("test.ranked") }
  static var replayed: Self { Self("test.replayed") }
  static var unique: Self { Self("test.unique") }
  static var onMain: Self { Self("test.onMain") }
  static var contended: Self { Self("test.contended") }
  static var traced: Self { Self("test.traced") }
  static var undeclared: Self { Self("test.undeclared") }
  static var late: Self { Self("test.late") }
  static var neverMade: Self { Self("test.neverMade") }
  static var mistyped: Self { Self("test.mistyped") }
  static var retyped: Self { Self("test.retyped") }
}

private let prefix = "test."

@RelayKeys extension RelayKey<[Double]> {
  static var recorded: Self { Self("test.recorded") }
  static var composed: Self { Self(prefix + "composed") }
}

// A second extension of one file: its records have names of their own.
@RelayKeys extension RelayKey<Set<Double>> {
  static var recorded: Self { Self("test.recordedSet") }
}

extension RelayKey<String> {
  static var mistypedText: Self { Self("test.mistyped") }
  static var retypedText: Self { Self("test.retyped") }
}

/// What declared observers have been told, for the test that runs them.
final class Told: Sendable {
  @TaskLocal static var current: Told?

  private let kept = Mutex<[String]>([])

  static func note(_ line: String) { current?.kept.withLock { $0.append(line) } }

  var lines: [String] { kept.withLock(\.self) }

  /// Runs a body in which no relay of a key is there, and tells what declared
  /// observers were told.
  static func inFreshState(_ body: () throws -> Void) rethrows -> [String] {
    let told = Told()
    try $current.withValue(told) { try SharedRelays.withFreshState { try body() } }
    return told.lines
  }
}

private func noteCounted(_ changes: Changes<Int>) { Told.note("function \(arrow(changes))") }

#observer(of: .counted) { changes in Told.note("closure \(arrow(changes))") }
#observer(of: .counted) { Told.note("nothing") }
#observer(of: .counted, noteCounted)

#observer(of: .ranked, priority: -1) { Told.note("low") }
#observer(of: .ranked) { Told.note("first") }
#observer(of: .ranked) { Told.note("second") }
#observer(of: .ranked, priority: 5) { Told.note("high") }

#observer(of: .replayed, replayingCurrent: true) { changes in Told.note(arrow(changes)) }
#observer(of: .replayed) { changes in Told.note("later \(arrow(changes))") }

enum Uniques {
  #observer(of: .unique, unique: true, replayingCurrent: true) { changes in
    Told.note(arrow(changes))
  }
}

#observer(of: .onMain) { @MainActor changes in MainNotes.values.append(changes.new) }

@MainActor enum MainNotes {
  static var values: [Int] = []
}

/// Counts what the observer of `contended` is told.
let contendedCount = Atomic(0)

#observer(of: .contended) { contendedCount.add(1, ordering: .relaxed) }

#observer(of: .late, priority: 9, replayingCurrent: true) { changes in
  Told.note("late \(arrow(changes))")
}

#observer(of: .traced) { changes in Told.note(arrow(changes)) }

#observer(of: .neverMade) { Told.note("never") }

#observer(of: .mistypedText) { changes in Told.note(changes.new) }
