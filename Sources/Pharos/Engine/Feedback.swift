import Synchronization

extension DeliveryThread {
  /// How near to the limit a chain of changes is noted down, to say afterwards
  /// which relays it runs through.
  private static let notedLength = 64

  /// Whether a change that an observer makes is still taken for one that somebody
  /// meant.
  ///
  /// If not, the observers are not told of it, which ends the circle, and the
  /// relays in it are reported after the lock of this one has been given back.
  @usableFromInline
  func mayGoOn(with node: Node) -> Bool {
    let limit = RelaySettings.limit.load(ordering: .relaxed)
    let left = limit - cause.generation
    guard left <= Self.notedLength else { return true }
    note(node)
    guard left <= 0 else { return true }
    unsafe details.pointee.hasFeedback = true
    return false
  }

  private func note(_ node: Node) {
    let place = node.origin?.description ?? "a relay made by another"
    guard unsafe !details.pointee.circle.contains(place) else { return }
    unsafe details.pointee.circle.append(place)
  }

  /// Reports a circle that has been broken.
  func reportFeedback() {
    let circle = unsafe details.pointee.circle
    unsafe details.pointee.circle = []
    guard unsafe details.pointee.hasFeedback else { return }
    unsafe details.pointee.hasFeedback = false
    RelaySettings.errorHandler(.feedback(through: circle, limit: RelaySettings.feedbackLimit))
  }
}
