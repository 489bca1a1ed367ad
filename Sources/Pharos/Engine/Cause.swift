/// What led to a change.
@usableFromInline
struct Cause {
  /// How many changes led to it, each made by an observer of the one before.
  var generation = 0

  /// Which value travels through bonds, if one does, or 0.
  ///
  /// Bonded relays take each such value once, so that it cannot come back.
  var bond: UInt64 = 0

  /// On whose behalf a change was made that has to wait, if anybody wants to know.
  @usableFromInline
  var origin: CauseOrigin?
}
