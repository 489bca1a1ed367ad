/// What a derived value was computed from: a core, and which of its values.
struct Dependency: Sendable {
  let node: Node
  /// See ``CoreState/version``.
  var version: UInt
}
