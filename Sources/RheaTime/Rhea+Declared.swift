extension Rhea {
  /// The events that have happened or have callbacks, in alphabetical order.
  public static var events: [RheaEvent] { RheaCenter.current.events }

  /// The callbacks that modules declare, in the order of their records; their state is left out.
  ///
  /// - Complexity: O(*n*) in the declarations, whose expressions are evaluated
  ///   the first time.
  package static var declaredCallbacks: [RheaCallback] {
    DeclaredCallbacks.all.map { $0.description(state: .waiting) }
  }
}
