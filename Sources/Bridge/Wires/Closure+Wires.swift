extension WireTarget {
  /// Does what a closure does, on the thread on which the value comes.
  ///
  /// - Parameters:
  ///   - name: What lists, messages and traces call it.
  ///   - body: What is done. What it throws is reported to ``Bridge/errorHandler``.
  /// - Returns: Where a wire may lead.
  @inlinable
  public static func perform(
    _ name: String, _ body: @escaping @Sendable (Value) throws -> Void
  ) -> WireTarget {
    WireTarget(WireEnd(.closure, name)) { _ in body }
  }
}
