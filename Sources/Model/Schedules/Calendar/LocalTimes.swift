/// The times that a rule names on a clock that never changes.
///
/// A time is a number of seconds since 1970 began on that clock, so that times are
/// ordered and a day always has 86,400 of them. Which moments they are in a time
/// zone is asked of ``ZonedTimes``.
protocol LocalTimes {
  /// The first of the rule's times that is not before this one.
  func first(atOrAfter time: Int64) -> Int64?

  /// The last of the rule's times that is not after this one.
  func last(atOrBefore time: Int64) -> Int64?
}
