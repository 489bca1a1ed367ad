public import RheaTime

// Events of RheaTime.

extension WireSource where Value == RheaContext {
  /// An event: the wire carries its context, and what needs a value takes
  /// ``RheaContext/param``.
  ///
  /// It is carried on the main actor, among the callbacks of normal priority.
  public static func event(_ event: RheaEvent) -> WireSource {
    WireSource(WireEnd(.event, event.rawValue)) { wire, deliver in
      let function: RheaFunction = { context in deliver(context) }
      let registration = Rhea.on(
        event, repeatable: true, name: wire.name, fileID: wire.fileID, line: wire.line,
        perform: function)
      return { registration.cancel() }
    }
  }
}

extension WireSource {
  /// An event that comes with a value of a known type.
  @_disfavoredOverload  // See the typed overloads of `Rhea.on`.
  public static func event(_ event: TypedRheaEvent<Value>) -> WireSource {
    WireSource(WireEnd(.event, event.event.rawValue)) { wire, deliver in
      let function: @MainActor @Sendable (Value) throws -> Void = { value in deliver(value) }
      let registration = Rhea.on(
        event, repeatable: true, name: wire.name, fileID: wire.fileID, line: wire.line,
        perform: function)
      return { registration.cancel() }
    }
  }
}

extension WireTarget {
  /// Announces an event; what the wire carries is its ``RheaContext/param``.
  public static func event(_ event: RheaEvent) -> WireTarget {
    WireTarget(WireEnd(.event, event.rawValue)) { wire in
      try announce(event, for: wire, param: WireValue.param())
    }
  }

  /// Announces an event that comes with a value of a known type.
  @_disfavoredOverload  // See the typed overloads of `Rhea.on`.
  public static func event(_ event: TypedRheaEvent<Value>) -> WireTarget {
    WireTarget(WireEnd(.event, event.event.rawValue)) { wire in
      try announce(event.event, for: wire, param: { $0 })
    }
  }

  private static func announce(
    _ event: RheaEvent, for wire: Wire, param: @escaping @Sendable (Value) -> (any Sendable)?
  ) throws -> @Sendable (Value) -> Void {
    guard ![.load, .premain, .appDidFinishLaunching].contains(event) else {
      throw WireMisfit("'\(event)' comes by itself, and nobody else may trigger it")
    }
    let scope = RheaScope.current
    let place = (wire.fileID, wire.line)
    return { value in scope.trigger(event, param: param(value), at: place) }
  }
}

/// Why something cannot be the end of a wire.
struct WireMisfit: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
