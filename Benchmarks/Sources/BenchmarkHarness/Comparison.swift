/// A piece of work and, where there is one, the work that it is measured beside.
///
/// Both run in one process, in turns, so that whatever else the machine does
/// meanwhile slows both and leaves their ratio alone.
public struct Comparison: Sendable {
  /// The measured work.
  public let work: Work
  /// What it is measured beside.
  public let baseline: Work?

  public init(_ work: Work, baseline: Work? = nil) {
    self.work = work
    self.baseline = baseline
  }
}
