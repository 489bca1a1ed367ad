/// The target of a wire: something that is done with the value that comes.
///
/// The static members are the things there are: `.task("RefreshFeed")`,
/// `.event(.feedDidChange)`, `.call("kl://feed/reload")`, `.relay(.feedItems)`,
/// `.job("SendInvoice")`, `.taskEvent(.reload)`.
public struct WireTarget<Value: Sendable>: Sendable {
  /// Makes what takes the values of one wire.
  ///
  /// It is called when the wire is connected, in the state in which that happens: that of
  /// the process or of a test.
  @usableFromInline
  typealias Connect = @Sendable (_ wire: Wire) throws -> @Sendable (Value) throws -> Void

  /// The target as data.
  public let end: WireEnd

  @usableFromInline let connect: Connect

  @inlinable
  init(_ end: WireEnd, connect: @escaping Connect) {
    self.end = end
    self.connect = connect
  }
}

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
