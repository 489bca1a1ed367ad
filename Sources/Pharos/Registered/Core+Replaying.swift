import Synchronization

extension Core {
  /// Tells the observer in one place of the value that there is, after what has been
  /// changed so far and before what is changed later.
  func replay(to slot: Slot<Value>) {
    let step = lock.withLock { state -> Step in
      guard let observer = slot.observer else { return .nothing }
      let thread = DeliveryThread.current
      guard thread.mayGoOn(with: self) else { return .nothing }
      let change = Changes(old: state.value, new: state.value, invokedManually: true)
      state.pending += 1
      state.updateMode()
      state.queued.append(
        CoreState.Queued(
          change: change, snapshot: Snapshot(observers: [observer], edges: []),
          cause: thread.nextCause))
      if state.isDelivered(byOtherThan: thread) {
        state.postpone()
        return .nothing
      }
      let isOurs = domain.enqueue(self, by: thread)
      return isOurs && !thread.isBusy ? .drain : .nothing
    }
    perform(step)
  }
}
