public import Testing
import ToolkitTrace

extension Scenario {
  /// Expects an effect.
  public func expect(
    _ effect: Effect<Void>, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    with(.expectation(Expectation(effect, at: sourceLocation) { true }))
  }

  /// Expects an effect with a value that satisfies a condition.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - condition: Returns whether a value is the expected one. If several effects have occurred,
  ///     one of them must satisfy it.
  ///   - sourceLocation: The source location of the expectation, filled in by default.
  /// - Returns: The scenario with the expectation.
  public func expect<Value: Sendable>(
    _ effect: Effect<Value>, where condition: @escaping @Sendable (Value) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    with(.expectation(Expectation(effect, at: sourceLocation, where: condition)))
  }

  /// Expects that the stimuli had no effects except the effects of the previous expectations.
  ///
  /// Events, calls, tasks and jobs count as effects, and so does a relay that a wire sets.
  public func expectNothingElse(sourceLocation: SourceLocation = #_sourceLocation) -> Self {
    with(.expectation(Expectation(nothingElseAt: sourceLocation)))
  }
}

/// An expectation of a scenario, without the type of its values.
struct Expectation: Sendable {
  /// A collector of occurrences during a run.
  struct Watch: Sendable {
    /// Returns the reason why the expectation is not met, or `nil` if it is.
    let unmetReason: @Sendable (ScenarioRun) async throws -> String?
    /// Forgets the occurrences so far, because new stimuli follow.
    let reset: @Sendable () -> Void
    let stop: @Sendable () -> Void
  }

  let location: SourceLocation
  /// Returns whether a span belongs to the effect, or `nil` if no other effect may occur.
  let covers: (@Sendable (TraceSpan) -> Bool)?
  let watch: @Sendable () throws -> Watch
}

extension Expectation {
  init(
    _ effect: Effect<Void>, at location: SourceLocation, _ condition: @escaping @Sendable () -> Bool
  ) {
    self.init(effect, at: location, where: { _ in condition() })
  }

  /// Creates an expectation of an effect.
  init<Value: Sendable>(
    _ effect: Effect<Value>, at location: SourceLocation,
    where condition: @escaping @Sendable (Value) -> Bool
  ) {
    self.location = location
    covers = effect.covers
    watch = {
      let occurrences = Occurrences<Value>()
      let stop = try effect.observe { occurrences.add($0) }
      return Watch(
        unmetReason: { run in
          let values = occurrences.all + (try await effect.find(run))
          if values.contains(where: condition) { return nil }
          let state = effect.state().map { ", but \($0)" } ?? ""
          guard !values.isEmpty else { return "expected \(effect.title)\(state)" }
          let seen = values.map { "\($0)" }.joined(separator: ", ")
          return "expected \(effect.title) with another value, but got \(seen)"
        },
        reset: { occurrences.removeAll() }, stop: stop)
    }
  }

  /// Creates the expectation that no other effect occurs.
  init(nothingElseAt location: SourceLocation) {
    self.location = location
    covers = nil
    watch = {
      Watch(
        unmetReason: { run in
          let others = run.otherEffects
          guard !others.isEmpty else { return nil }
          return "expected nothing else, but also got \(others.joined(separator: ", "))"
        },
        reset: {}, stop: {})
    }
  }
}
