import ModuleGraph

// Of names in open texts, for which a check of the built program has no code of its own; they are
// those of the errors with which the running program ends.
extension ModuleProblem.Code {
  /// Code names a task that no module declares.
  static var unknownTask: Self { Self(rawValue: "unknownTask") }
  /// Code names a job that no module declares.
  static var unknownJob: Self { Self(rawValue: "unknownJob") }
  /// A task asks for the result of another one on which it does not depend.
  static var noResult: Self { Self(rawValue: "noResult") }
}
