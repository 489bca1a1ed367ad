extension Rhea {
  /// What the modules of the process declare, in the order of its records; it is
  /// not said how far each has come.
  ///
  /// - Complexity: O(*n*) in the declarations, whose expressions are evaluated
  ///   the first time.
  package static var declaredCallbacks: [RheaCallback] {
    DeclaredCallbacks.process.all().map { $0.description(state: .waiting) }
  }
}
