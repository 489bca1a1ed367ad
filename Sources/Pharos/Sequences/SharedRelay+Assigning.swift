extension SharedRelay {
  /// Makes a value to share that is set to the elements of a sequence.
  ///
  /// - Parameters:
  ///   - sequence: Where the values come from. An error ends it, and is reported to
  ///     ``RelaySettings/errorHandler``.
  ///   - initial: The value until the first comes.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  public convenience init<Source: AsyncSequence & Sendable>(
    from sequence: Source, initial: Value, fileID: String = #fileID, line: Int = #line
  ) where Source.Element == Value {
    self.init(initial, fileID: fileID, line: line)
    assign(from: sequence)
  }

  /// Sets this relay to every element of a sequence from now on, as long as the relay
  /// lives.
  ///
  /// - Parameter sequence: Where the values come from. An error ends it, and is
  ///   reported to ``RelaySettings/errorHandler``.
  /// - Returns: What ends it before.
  /// - Concurrency: The relay is set on no particular thread.
  @discardableResult
  public func assign<Source: AsyncSequence & Sendable>(from sequence: Source) -> RelayAssignment
  where Source.Element == Value {
    let origin = core.origin
    return RelayAssignment(
      Task { [weak core] in
        await RelayAssignment.run(from: sequence, into: origin) { value in
          core?.write(value, from: .unknown)
        }
      })
  }
}
