import Khala
import RheaTime

/// The source of a wire: something that happens, and the value that comes with it.
///
/// The static members are the things there are: `.event(.userDidLogin)`,
/// `.relay(.cartCount)`, `.task("Sync", .done)`, `.call("kl://feed/{id}")`,
/// `.job("SendInvoice", .failed)`, `.taskEvent(.didBecomeActive)`, `.notification(name)`.
public struct WireSource<Value: Sendable>: Sendable {
  /// Begins to listen.
  ///
  /// It gets the wire, and what to do with each value; it returns what ends the
  /// listening, or throws why it cannot begin.
  @usableFromInline
  typealias Listen =
    @Sendable (
      _ wire: Wire, _ deliver: @escaping @Sendable (Value) -> Void
    ) throws -> @Sendable () -> Void

  /// The source as data.
  public let end: WireEnd

  @usableFromInline let listen: Listen

  @inlinable
  init(_ end: WireEnd, listen: @escaping Listen) {
    self.end = end
    self.listen = listen
  }
}
