import Synchronization

extension DeliveryThread {
  /// The distance from the limit at which a chain of changes is recorded, to report
  /// afterwards which relays it runs through.
  private static let notedLength = 64

  /// The length of a chain that is not counted among the long ones.
  private static let shortLength = 8
  /// The limit for all long chains together, as a multiple of that for one.
  private static let chainsPerLimit = 4

  /// Returns whether a change that an observer makes is still taken for one that was
  /// meant: neither its chain nor all chains together are too long.
  ///
  /// If not, the change is not delivered, which ends the cycle, and the relays in it
  /// are reported after the lock of this one has been given back.
  @usableFromInline
  func mayGoOn(with node: Node) -> Bool {
    var length = cause.generation
    if length >= Self.shortLength {
      unsafe details.pointee.chainedCount += 1
      length = max(length, unsafe details.pointee.chainedCount / Self.chainsPerLimit)
    }
    let left = RelaySettings.limit.load(ordering: .relaxed) - length
    guard left <= Self.notedLength else { return true }
    note(node)
    guard left <= 0 else { return true }
    unsafe details.pointee.hasFeedback = true
    return false
  }

  private func note(_ node: Node) {
    guard let location = node.origin,
      unsafe details.pointee.cycle.count < Self.notedLength,
      unsafe !details.pointee.cycle.contains(location)
    else { return }
    unsafe details.pointee.cycle.append(location)
  }

  /// Reports a cycle that has been broken.
  func reportFeedback() {
    let cycle = unsafe details.pointee.cycle
    unsafe details.pointee.cycle = []
    guard unsafe details.pointee.hasFeedback else { return }
    unsafe details.pointee.hasFeedback = false
    RelaySettings.errorHandler(.feedback(through: cycle, limit: RelaySettings.feedbackLimit))
  }
}
