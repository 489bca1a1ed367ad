import ToolkitTrace

/// On whose behalf a change was made, for when it is delivered: later, and perhaps by a
/// thread that is there for another reason.
@usableFromInline
final class CauseOrigin: Sendable {
  private let span: TraceSpanID?
  private let trail: HopTrail?

  private init(span: TraceSpanID?, trail: HopTrail?) {
    self.span = span
    self.trail = trail
  }

  /// That of the calling code; nothing if nobody traces it and no hop led to it.
  static var current: CauseOrigin? {
    let (span, trail) = (Trace.currentCause, HopTrail.current)
    return span == nil && trail == nil ? nil : CauseOrigin(span: span, trail: trail)
  }

  /// Does what the change leads to.
  @usableFromInline
  func lead(to body: () -> Void) {
    Trace.withCause(span) { HopTrail.follow(trail, body) }
  }
}
