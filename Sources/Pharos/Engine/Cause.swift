/// What led to a change.
@usableFromInline
struct Cause {
  /// How many changes led to it, each made by an observer of the one before.
  var generation = 0

  /// The ``WriteNumber`` of what led to it, or 0 if it has none.
  @usableFromInline var write: UInt64 = 0

  /// On whose behalf a change was made that has to wait, if anybody wants to know.
  @usableFromInline
  var origin: CauseOrigin?
}
