import Synchronization

// Bonds and relaying: one core takes the values of another. A bond has one link in each direction.
extension Core {
  /// Sets `target` to the new value of every change, unless it was set later, or `isSpared` returns
  /// `true` for its value and the change.
  ///
  /// The target is held weakly. After it is released, the observer is removed.
  ///
  /// - Returns: The slot of the observer that does this.
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

  /// Numbers the values of this core from now on.
  ///
  /// - Parameters:
  ///   - slot: The slot of an observer that passes them to another core, if one exists.
  ///   - target: The other core.
  private func link(_ slot: Slot? = nil, to target: Core? = nil) {
    lock.withLock { state in
      slot?.target = target.map { ObjectIdentifier($0) }
      state.duties.insert(.number)
    }
  }

  /// Takes the value of another core, unless this core was set later.
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
        // The current value counts as set again with this number, so it wins over values with
        // numbers in between.
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

  /// Passes this core's value back to a core that sent an older one, if that core takes values from
  /// here.
  ///
  /// Usually that core already has the value, or is about to get it. It may not have the value if
  /// it had an equal one, so that the value was not passed on, and then took a value that was set
  /// in between.
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
