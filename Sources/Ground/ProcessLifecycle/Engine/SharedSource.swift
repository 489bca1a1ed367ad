/// A source of events, such as a dispatch source, that several threads may hold.
///
/// Unchecked, because libdispatch documents its objects as safe to use from any
/// thread and only its Swift view does not say so. Only handed out whole: the
/// handlers are set before the source is shared, all but the cancel handler,
/// which is set when the source is taken away. The token of a notification's observer
/// is never looked into, only given back to its center, which any thread may use.
package struct SharedSource<Source>: @unchecked Sendable {
  package let source: Source

  package init(source: Source) {
    self.source = source
  }
}
