import Synchronization

extension Core {
  /// Tells one observer of the value that there is, after the changes that came
  /// before.
  func replay(to slot: Slot<Value>) {
    if unsafe accessor != nil { _ = refreshed() }
    let thread = DeliveryThread.current
    let step = lock.withLock { state -> Step in
      guard let observer = slot.observer else { return .nothing }
      return queue(
        Changes(old: state.value, new: state.value, invokedManually: true),
        for: Snapshot(observers: [observer], edges: []), &state, base: state.version, by: thread)
    }
    perform(step)
  }
}
