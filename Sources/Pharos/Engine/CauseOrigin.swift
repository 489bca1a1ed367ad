import ToolkitTrace

/// On whose behalf a change was made, for when it is delivered: later, and perhaps by a
/// thread that is there for another reason.
@usableFromInline
final class CauseOrigin: Sendable {
  private let inheritance: Inheritance

  private init(_ inheritance: Inheritance) {
    self.inheritance = inheritance
  }

  /// That of the calling code; nothing if nobody traces it, no hop led to it and no test
  /// is around it.
  static var current: CauseOrigin? { Inheritance.current.map(CauseOrigin.init) }

  /// Does what the change leads to.
  @usableFromInline
  func lead(to body: () -> Void) {
    inheritance.lead(to: body)
  }
}
