import ModularityTestSupport
import RheaTime

/// What a test notes down, in order.
typealias Notes = EventRecorder<String>

/// Something that a test waits for.
typealias Gate = EventRecorder<Void>

extension EventRecorder<Void> {
  /// Lets all present and later waiters through.
  func open() { record(()) }

  /// Returns when the gate has been opened.
  func passed() async {
    // The tasks of these tests are not cancelled before they are through; one
    // that is cancelled goes on at once.
    _ = try? await waitForEvents(count: 1)
  }
}

extension EventRecorder<RheaError> {
  /// Collects what is reported from now on in the current state.
  static func collecting() -> EventRecorder<RheaError> {
    let problems = EventRecorder<RheaError>()
    Rhea.errorHandler = { problems.record($0) }
    return problems
  }
}

/// An error that a callback throws.
struct Mishap: Error, CustomStringConvertible {
  var description: String { "a mishap" }
}

/// Something that a closure holds and whose end can be watched.
final class Held: Sendable {}
