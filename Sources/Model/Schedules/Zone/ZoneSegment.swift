/// A stretch of time in which the clocks of a zone do not change.
struct ZoneSegment: Sendable, Hashable {
  /// The change that begins it; `Int64.min` if there was none before.
  let start: Int64
  /// The change that ends it; `Int64.max` if there is none any more.
  let end: Int64
  /// The offset from UTC, in seconds.
  let offset: Int64
  /// The same before the stretch.
  let offsetBefore: Int64
  /// The same after it.
  let offsetAfter: Int64

  /// The seconds of local time that come a second time when the stretch begins.
  var foldAtStart: Int64 { max(offsetBefore - offset, 0) }

  /// The seconds of its local time that come a second time when it ends.
  var foldAtEnd: Int64 { max(offset - offsetAfter, 0) }

  /// The seconds of local time that are left out when it begins.
  var gapAtStart: Int64 { max(offset - offsetBefore, 0) }
}
