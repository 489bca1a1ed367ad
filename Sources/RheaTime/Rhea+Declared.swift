extension Rhea {
  /// The events that have happened or have callbacks, in alphabetical order.
  public static var events: [RheaEvent] { RheaCenter.current.events }

  /// What the modules of the process declare, in the order of its records; it is
  /// not said how far each has come.
  ///
  /// - Complexity: O(*n*) in the declarations, whose expressions are evaluated
  ///   the first time.
  package static var declaredCallbacks: [RheaCallback] {
    DeclaredCallbacks.all.map { $0.description(state: .waiting) }
  }
}
