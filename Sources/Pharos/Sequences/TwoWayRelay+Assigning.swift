extension TwoWayRelay {
  /// Sets this relay to every element of a sequence from now on, as long as its property
  /// lives.
  ///
  /// ```swift
  /// @MainActor final class Screen {
  ///   @Relayed var title = ""
  ///
  ///   func follow(_ titles: AsyncStream<String>) {
  ///     $title.assign(from: titles)
  ///   }
  /// }
  /// ```
  ///
  /// Only code of an actor can call this, which the relay belongs to: that is where it
  /// can be set later. What belongs to no actor has no such place; there, a
  /// ``SharedRelay`` is set from the sequence.
  ///
  /// - Parameters:
  ///   - sequence: Where the values come from. An error ends it, and is reported to
  ///     ``RelaySettings/errorHandler``.
  ///   - isolation: The actor on which the relay is set: the one of this call.
  /// - Returns: What ends it before.
  @discardableResult
  public func assign<Source: AsyncSequence & Sendable>(
    from sequence: Source, isolation: isolated any Actor = #isolation
  ) -> RelayAssignment where Source.Element == Value {
    let origin = core.origin
    return RelayAssignment(
      Task { [weak core] in
        // The task runs on the actor because it captures it.
        _ = isolation
        await RelayAssignment.run(from: sequence, into: origin) { value in
          core?.write(value, from: .unknown)
        }
      })
  }
}
