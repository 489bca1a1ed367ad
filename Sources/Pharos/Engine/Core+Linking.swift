import Synchronization

// Bonds and relaying: one core takes the values of another, each way of a bond for
// itself.
extension Core {
  /// Has another core take the new value of every change, unless it has been set later,
  /// or a condition holds for its value and the change.
  ///
  /// The other is not kept; once it is gone, nothing remains of this.
  ///
  /// - Returns: The place of the observer that does so.
  @discardableResult
  func relay(
    after slot: Slot, to target: Core,
    unless isSpared: ((Value, Changes<Value>) -> Bool)? = nil
  ) -> Slot {
    let added = addSlot(after: slot)
    WriteNumber.need()
    target.link()
    link(added, to: target)
    update(added) {
      $0.body = Observer { [weak self, weak target] change in
        guard let self else { return }
        guard let target else { return discard(added) }
        target.take(change, from: self, unless: isSpared)
      }
    }
    return added
  }

  /// Has the values numbered from now on.
  ///
  /// - Parameters:
  ///   - slot: The place of an observer that gives them to another core, if there is one.
  ///   - target: The other core.
  private func link(_ slot: Slot? = nil, to target: Core? = nil) {
    lock.withLock { state in
      slot?.target = target.map { ObjectIdentifier($0) }
      state.duties.insert(.number)
    }
  }

  /// Takes the value of another core, unless this one has been set later.
  private func take(
    _ change: Changes<Value>, from source: Core, unless isSpared: ((Value, Changes<Value>) -> Bool)?
  ) {
    let write = unsafe source.deliveredWrite
    while true {
      let (latest, version) = lock.withLock { state in (state.write, state.version) }
      guard write > latest else {
        if write < latest { giveBack(to: source) }
        return
      }
      let isSpared = isSpared?(current, change) ?? false
      if unsafe isSpared || !isPlain && !accept(change.new) {
        // The value that there is has been set once more, which counts for those that
        // were set in between.
        let isDone = lock.withLock { state in
          guard state.version == version else { return false }
          state.write = write
          return true
        }
        if isDone { return }
        continue
      }
      if store(
        Changes(old: value, new: change.new, origin: change.source.address),
        ifStill: version, write: write)
      {
        return
      }
    }
  }

  /// Has a core that gave an older value than there is take this one's, if it takes any
  /// from here.
  ///
  /// Most often it has it already, or is about to get it. It has not if it was spared
  /// the value because it had an equal one, and then took one that was set in between.
  private func giveBack(to source: Core) {
    let id = ObjectIdentifier(source)
    queue { state in
      guard !state.duties.contains(.join),
        let observer = state.slots.first(where: { $0.target == id })?.observer
      else { return nil }
      return unsafe (Changes(old: stored, new: stored), Snapshot(observers: [observer], edges: []))
    }
  }
}
