/// A running assignment that sets a relay to each element of a sequence.
///
/// It ends when the sequence ends, when the relay is released, or when you cancel it. You need not
/// keep a reference to it.
///
/// - Concurrency: May be used from any thread.
public final class RelayAssignment: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) {
    self.task = task
  }

  /// Calls `set` with every element of a sequence, on the caller's actor, until the task is
  /// cancelled or the relay is released.
  ///
  /// - Parameters:
  ///   - sequence: The elements. An error of the sequence is reported.
  ///   - relay: The source location of the relay.
  ///   - set: Sets the relay, or returns `nil` if the relay was released.
  static func run<Source: AsyncSequence>(
    from sequence: Source, into relay: CodeLocation?, _ set: (Source.Element) -> Void?
  ) async {
    do {
      for try await value in sequence {
        // The assignment may have been cancelled before the value arrived.
        guard !Task.isCancelled, set(value) != nil else { return }
      }
    } catch is CancellationError {
      // It was cancelled.
    } catch {
      RelaySettings.errorHandler(.sequence(error, into: relay))
    }
  }

  /// Stops the assignment: later elements do not set the relay.
  public func cancel() { task.cancel() }

  /// Waits until the assignment has ended.
  public func finished() async { await task.value }

  /// Cancels the assignment when `retainer` is released or discards its relays.
  ///
  /// - Returns: This assignment.
  @discardableResult
  public func referenceManaged(by retainer: Retainer) -> Self {
    retainer.keep(Cancelling(self))
    return self
  }

  /// An object that cancels an assignment when it is released.
  private final class Cancelling {
    private let assignment: RelayAssignment

    init(_ assignment: RelayAssignment) {
      self.assignment = assignment
    }

    deinit { assignment.cancel() }
  }
}

extension PharosError.Code {
  /// The sequence that a relay is assigned from threw an error.
  public static let sequence = PharosError.Code(name: "sequence")
}

extension PharosError {
  /// Creates the error for a sequence that threw.
  static func sequence(_ error: any Error, into relay: CodeLocation?) -> PharosError {
    PharosError(
      .sequence,
      """
      the source sequence of this relay threw an error, and the relay keeps the previous value: \
      \(error). To continue, catch the error inside the sequence.
      """,
      at: [relay], underlyingError: error)
  }
}
