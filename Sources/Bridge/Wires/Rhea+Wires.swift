public import RheaTime

// Events of RheaTime.

extension WireSource where Value == RheaContext {
  /// An event, from which the wire carries the context.
  ///
  /// Targets that take one value get `RheaContext.param`. The wire carries it on the main actor,
  /// among the callbacks of normal priority.
  @inlinable
  public static func event(_ event: RheaEvent) -> WireSource {
    WireSource(WireEnd(.event, event.rawValue)) { wire, deliver in
      let function: RheaFunction = { context in deliver(context) }
      let registration = Rhea.on(
        event, repeatable: true, name: wire.name, fileID: wire.location.fileID,
        line: wire.location.line, function)
      return { registration.cancel() }
    }
  }
}

extension WireSource {
  /// An event with a value of a known type.
  @inlinable
  @_disfavoredOverload  // See the typed overloads of `Rhea.on`.
  public static func event(_ event: TypedRheaEvent<Value>) -> WireSource {
    WireSource(WireEnd(.event, event.event.rawValue)) { wire, deliver in
      let function: @MainActor @Sendable (Value) throws -> Void = { value in deliver(value) }
      let registration = Rhea.on(
        event, priority: wire.to.isDurable ? .ofDurableWires : .normal, repeatable: true,
        name: wire.name, fileID: wire.location.fileID, line: wire.location.line, function)
      return { registration.cancel() }
    }
  }
}

extension RheaPriority {
  /// The priority with which durable wires listen.
  ///
  /// A wire ignores the occurrence that a publication triggers, because its job is already stored.
  /// It runs first, so that a callback cannot trigger the event once more before that.
  @usableFromInline static var ofDurableWires: RheaPriority { RheaPriority(rawValue: .max) }
}

extension WireTarget {
  /// Triggers an event, with the value of the wire as its `RheaContext.param`.
  @inlinable
  public static func event(_ event: RheaEvent) -> WireTarget {
    WireTarget(WireEnd(.event, event.rawValue)) { wire in
      let announcement = try Announcement(of: event, for: wire)
      let param: @Sendable (Value) -> (any Sendable)? = WireValue.param()
      return { value in announcement.make(with: param(value)) }
    }
  }

  /// Triggers an event with a value of a known type.
  @inlinable
  @_disfavoredOverload  // See the typed overloads of `Rhea.on`.
  public static func event(_ event: TypedRheaEvent<Value>) -> WireTarget {
    WireTarget(WireEnd(.event, event.event.rawValue)) { wire in
      let announcement = try Announcement(of: event.event, for: wire)
      return { value in announcement.make(with: value) }
    }
  }
}

/// An event that a wire triggers, in the state in which it was connected.
@usableFromInline
struct Announcement: Sendable {
  private let event: RheaEvent
  private let scope: RheaScope
  private let location: CodeLocation

  /// Creates the announcement of an event.
  ///
  /// - Throws: A ``WireMisfit`` if the event cannot be triggered.
  @usableFromInline
  init(of event: RheaEvent, for wire: Wire) throws {
    guard ![.load, .premain, .appDidFinishLaunching].contains(event) else {
      throw WireMisfit("the process triggers '\(event)' itself, and a wire cannot")
    }
    self.event = event
    scope = .current
    location = wire.location
  }

  /// Triggers the event.
  @usableFromInline
  func make(with param: consuming (any Sendable)?) {
    scope.trigger(event, param: param, at: location)
  }
}

/// The reason why something cannot be an end of a wire.
struct WireMisfit: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
