/// What an operator remembers from one change to the next.
///
/// - Concurrency: Only touched while a change is handed from one core to another,
///   which one thread at a time does for both: the owner of their domain; or while an
///   observer is told of it, which one thread at a time does for a core. What is set
///   when the operator is made, is set before any change can come.
@usableFromInline
final class OperatorState<State>: @unchecked Sendable {
  // Why this is Sendable: see above; the domain's word, which passes from owner to
  // owner, and the core's lock order what they do.

  @usableFromInline var state: State

  @usableFromInline
  init(_ state: State) {
    self.state = state
  }
}
