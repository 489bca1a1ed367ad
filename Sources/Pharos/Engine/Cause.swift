import ToolkitTrace

/// The cause of a change.
@usableFromInline
struct Cause {
  /// The number of changes that led to it, each made by an observer of the one before.
  var generation = 0

  /// The ``WriteNumber`` of what led to it, or 0 if it has none.
  @usableFromInline var write: UInt64 = 0

  /// The causal context of a queued change, or `nil` if it has none.
  @usableFromInline
  var origin: CauseOrigin?
}

/// The causal context of a change, restored when the change is delivered: later, and perhaps
/// by a thread that another change has brought there.
@usableFromInline
final class CauseOrigin: Sendable {
  private let inheritance: Inheritance

  private init(_ inheritance: Inheritance) {
    self.inheritance = inheritance
  }

  /// The context of the calling code, or `nil` if it is not traced, no hop led to it and no
  /// test is around it.
  static var current: CauseOrigin? { Inheritance.current.map(CauseOrigin.init) }

  /// Runs a closure in this context.
  @usableFromInline
  func lead(to body: () -> Void) {
    inheritance.lead(to: body)
  }
}
