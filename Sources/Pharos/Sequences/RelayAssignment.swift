/// The setting of a relay to the elements of a sequence, one after the other.
///
/// It goes on until the sequence ends, the relay is released or it is cancelled; a
/// reference to it need not be kept.
///
/// - Concurrency: May be used from any thread.
public final class RelayAssignment: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) {
    self.task = task
  }

  /// Gives every element of a sequence to a closure, where this is called, until the
  /// task is cancelled or the closure's relay is released.
  ///
  /// - Parameters:
  ///   - sequence: What has the elements. Its error is reported.
  ///   - relay: Where the relay is made.
  ///   - set: Returns `nil` when the relay is gone.
  static func run<Source: AsyncSequence>(
    from sequence: Source, into relay: CodeLocation?, _ set: (Source.Element) -> Void?
  ) async {
    do {
      for try await value in sequence {
        // It may have been cancelled while the value was on its way.
        guard !Task.isCancelled, set(value) != nil else { return }
      }
    } catch is CancellationError {
      // It was cancelled.
    } catch {
      RelaySettings.errorHandler(.sequence(error, into: relay))
    }
  }

  /// Ends it: the relay is not set to what the sequence makes after this.
  public func cancel() { task.cancel() }

  /// Waits until it has ended.
  public func finished() async { await task.value }

  /// Has it cancelled when a retainer is released, or asked to discard what it
  /// manages.
  ///
  /// - Returns: This.
  @discardableResult
  public func referenceManaged(by retainer: Retainer) -> Self {
    retainer.keep(Cancelling(self))
    return self
  }

  /// Cancels when it is released.
  private final class Cancelling {
    private let assignment: RelayAssignment

    init(_ assignment: RelayAssignment) {
      self.assignment = assignment
    }

    deinit { assignment.cancel() }
  }
}

extension PharosError.Code {
  /// A sequence that a relay was set from threw an error.
  public static let sequence = PharosError.Code(name: "sequence")
}

extension PharosError {
  /// A sequence has thrown an error.
  static func sequence(_ error: any Error, into relay: CodeLocation?) -> PharosError {
    PharosError(
      .sequence,
      """
      the sequence that this relay is set from threw an error, and the relay keeps the value \
      before: \(error). Catch the error inside of the sequence to go on.
      """,
      at: [relay], underlyingError: error)
  }
}
