/// The events that the calling code uses: of the process, or of a fresh state around it.
///
/// Code that runs later in another context keeps the scope to use the same events.
package struct RheaScope: Sendable {
  private let center: RheaCenter

  /// The events of the calling code.
  package static var current: RheaScope { RheaScope(center: .current) }

  /// Triggers an event, as `Rhea.trigger` does.
  @discardableResult
  package func trigger(
    _ event: RheaEvent, param: consuming (any Sendable)?, at location: CodeLocation
  ) -> RheaTrigger {
    center.trigger(
      RheaContext(event: event, param: param), isSticky: false,
      caller: location)
  }
}
