/// The events that the calling code sees: the process's, or those of a test around it.
///
/// Code that runs later elsewhere keeps it, to reach the same events.
package struct RheaScope: Sendable {
  private let center: RheaCenter

  /// The events of the calling code.
  package static var current: RheaScope { RheaScope(center: .current) }

  /// Announces an event, as `Rhea.trigger` does.
  @discardableResult
  package func trigger(
    _ event: RheaEvent, param: consuming (any Sendable)?, at location: CodeLocation
  ) -> RheaTrigger {
    center.trigger(
      RheaContext(event: event, param: param), isSticky: false,
      caller: location)
  }
}
