public import Bridge
import Khala
public import TaskStore
import ToolkitTrace

/// An effect that a ``Scenario`` expects, with values of a type that a condition can test.
///
/// Use the static members: `.event(.orderPlaced)`, `.call("kl://Prices/price")`,
/// `.job("SendInvoice")`, `.task("Sync")` and `.relay(.cartCount, equals: 0)`.
public struct Effect<Value>: Sendable {
  /// The effect in messages, such as `job SendInvoice`.
  let title: String

  /// Returns whether a span belongs to the effect.
  let covers: @Sendable (TraceSpan) -> Bool

  /// Starts to collect occurrences, and returns a closure that stops it.
  let observe:
    @Sendable (_ note: @escaping @Sendable (Value) -> Void) throws -> @Sendable () -> Void

  /// Returns the occurrences that are found only afterwards.
  let find: @Sendable (ScenarioRun) async throws -> [Value]

  /// Returns a description of the current state if the effect has not occurred.
  let state: @Sendable () -> String?

  init(
    _ title: String, covers: @escaping @Sendable (TraceSpan) -> Bool,
    observe:
      @escaping @Sendable (
        _ note: @escaping @Sendable (Value) -> Void
      ) throws -> @Sendable () -> Void = { _ in {} },
    find: @escaping @Sendable (ScenarioRun) async throws -> [Value] = { _ in [] },
    state: @escaping @Sendable () -> String? = { nil }
  ) {
    self.title = title
    self.covers = covers
    self.observe = observe
    self.find = find
    self.state = state
  }
}

// Effects with values.

extension Effect where Value: Sendable {
  /// An event with a value.
  public static func event(_ event: TypedRheaEvent<Value>) -> Effect {
    ofEvent(event.event) { $0.param as? Value }
  }
}

extension Effect where Value: Decodable & Sendable {
  /// A job that is stored, with its payload.
  public static func job(_ name: String) -> Effect {
    ofJob(name) { try $0.payload(as: Value.self) }
  }
}

extension Effect where Value == WireCall {
  /// A successful call of a URL pattern.
  public static func call(_ pattern: String) -> Effect { ofCall(pattern) { $0 } }
}

extension Effect {
  /// A job that is stored, with the payload of its type.
  public static func job<Kind: JobKind>(_ kind: Kind.Type) -> Effect where Value == Kind.Payload {
    .job(Kind.jobName)
  }
}

// Effects whose values do not matter.

extension Effect where Value == Void {
  /// An event.
  public static func event(_ event: RheaEvent) -> Effect { ofEvent(event) { _ in () } }

  /// An event with any value.
  public static func event<Payload>(_ event: TypedRheaEvent<Payload>) -> Effect {
    ofEvent(event.event) { _ in () }
  }

  /// A successful call of a URL pattern.
  public static func call(_ pattern: String) -> Effect { ofCall(pattern) { _ in () } }

  /// A job that is stored.
  public static func job(_ name: String) -> Effect { ofJob(name) { _ in () } }

  /// A job of a type that is stored.
  public static func job<Kind: JobKind>(_ kind: Kind.Type) -> Effect { .job(Kind.jobName) }

  /// A task that runs.
  public static func task(_ name: String) -> Effect {
    Effect(
      "task \(name)",
      covers: { $0.kind == .task && [name, "demand of \(name)"].contains($0.name) },
      observe: { note in
        let watch = TaskManager.shared.watch(name) { change in
          if case .running = change.state { note(()) }
        }
        return { watch.cancel() }
      })
  }

  /// The current value of a relay.
  public static func relay<Current: Equatable & Sendable>(
    _ key: RelayKey<Current>, equals value: Current
  ) -> Effect {
    Effect(
      "relay \(key.name) equals \(value)", covers: { $0.kind == .relay && $0.name == key.name },
      find: { _ in SharedRelay.existing(key)?.value == value ? [()] : [] },
      state: {
        SharedRelay.existing(key).map { "its value is \($0.value)" }
          ?? "the relay was never created"
      })
  }
}

extension Effect {
  private static func ofEvent(
    _ event: RheaEvent, _ value: @escaping @Sendable (RheaContext) -> Value?
  ) -> Effect {
    Effect(
      "event \(event.rawValue)", covers: { $0.kind == .event && $0.name == event.rawValue },
      observe: { note in
        let registration = Rhea.on(event, repeatable: true) { (context: RheaContext) in
          if let value = value(context) { note(value) }
        }
        return { registration.cancel() }
      })
  }

  private static func ofCall(
    _ pattern: String, _ value: @escaping @Sendable (WireCall) -> Value
  ) -> Effect {
    let path = pattern.firstRange(of: "://").map { String(pattern[$0.upperBound...]) } ?? pattern
    return Effect(
      "call \(pattern)", covers: { $0.kind == .route && [pattern, path].contains($0.name) },
      observe: { note in
        let location = CodeLocation(fileID: #fileID, line: #line)
        let observer = try CallObserver.add(pattern, at: location) { note(value(WireCall($0))) }
        return { observer.cancel() }
      })
  }

  private static func ofJob(
    _ name: String, _ value: @escaping @Sendable (JobRecord) throws -> Value
  ) -> Effect {
    Effect(
      "job \(name)", covers: { $0.kind == .job && $0.name == name },
      find: { run in try await run.newJobs.filter { $0.name == name }.map(value) })
  }
}
