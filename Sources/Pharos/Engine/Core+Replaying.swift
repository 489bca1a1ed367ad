import Synchronization

extension Core {
  /// Tells one observer of the value that there is, after the changes that came
  /// before.
  func replay(to slot: Slot<Value>) {
    if unsafe accessor != nil { _ = refreshed() }
    let thread = DeliveryThread.current
    let step = lock.withLock { state -> Step in
      guard let observer = slot.observer, thread.mayGoOn(with: self) else { return .nothing }
      let change = Changes(old: state.value, new: state.value, invokedManually: true)
      state.pending += 1
      state.updateMode()
      state.queued.append(
        CoreState.Queued(
          change: change, snapshot: Snapshot(observers: [observer], edges: []),
          cause: thread.nextCause, base: state.version))
      if state.isDelivered(byOtherThan: thread) {
        state.postpone()
        return .nothing
      }
      return domain.enqueue(self, by: thread) && !thread.isBusy ? .drain : .nothing
    }
    perform(step)
  }
}
