// What the fronts have in common.
extension Core {
  /// Has a closure called that knows where it belongs, with what is done around it here.
  @usableFromInline
  func observe(from slot: Slot, _ observer: Observer<Value>) {
    update(slot) {
      $0.isSpared = nil
      $0.body = observer
    }
  }

  /// Has a closure called with every change that is not spared, on an actor or wherever
  /// the change is delivered.
  func observe(
    from slot: Slot, on actor: (any Actor)?,
    sparing isSpared: ((Changes<Value>) -> Bool)? = nil,
    _ body: @escaping (Changes<Value>) -> Void
  ) {
    let observer = Observer(body, on: actor)
    update(slot) {
      $0.isSpared = isSpared
      $0.body = observer
    }
  }

  /// Has a closure called with every change and an object, until the object is
  /// gone; then the relay has no observer any more.
  func observe<Object: AnyObject>(
    from slot: Slot, on actor: (any Actor)?, sparing isSpared: ((Changes<Value>) -> Bool)?,
    whileAlive object: Object, _ body: @escaping (Object, Changes<Value>) -> Void
  ) {
    let cancellation = CancellationFlag.make(on: actor)
    let call: (Changes<Value>) -> Void = { [weak object, weak self, slot] change in
      if let object { return body(object, change) }
      // Another may have taken the place while this change was on its way.
      self?.update(slot) { if $0.body?.cancellation === cancellation { $0.body = nil } }
    }
    let observer = Observer(call, cancellation: cancellation)
    update(slot) {
      $0.isSpared = isSpared
      $0.body = observer
    }
  }

  /// Has a method of an object on the main actor called with every change, until
  /// the object is gone.
  func observe<Object: AnyObject>(
    from slot: Slot, sparing isSpared: ((Changes<Value>) -> Bool)?, onMain object: Object,
    _ method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) {
    observe(from: slot, on: MainActor.shared, sparing: isSpared, whileAlive: object) {
      object, change in
      withoutMainActor(method(object))(change)
    }
  }

  /// Has a closure called on an actor with every change, until the actor is gone.
  func observe<Object: Actor>(
    from slot: Slot, sparing isSpared: ((Changes<Value>) -> Bool)?, onActor actor: Object,
    _ body: @escaping (isolated Object, Changes<Value>) -> Void
  ) {
    observe(from: slot, on: actor, sparing: isSpared, whileAlive: actor, withoutActor(body))
  }
}
