// What the fronts have in common.
extension Core {
  /// Has a closure called that knows where it belongs, with what is done around it here.
  @usableFromInline
  func observe(from slot: Slot<Value>, _ body: ObserverBody<Value>) {
    update(slot) {
      $0.isSpared = nil
      $0.body = body
    }
  }

  /// Has a closure called with every change that is not spared, on an actor or wherever
  /// the change is delivered.
  func observe(
    from slot: Slot<Value>, on actor: (any Actor)?,
    sparing isSpared: ((Changes<Value>) -> Bool)? = nil, mark: AnyObject? = nil,
    _ body: @escaping (Changes<Value>) -> Void
  ) {
    let brought = HomeLine.bring(body, to: actor)
    update(slot) {
      $0.isSpared = isSpared
      $0.body = brought
      $0.body?.mark = mark
    }
  }

  /// Has a closure called with every change and an object, until the object is
  /// gone; then the relay has no observer any more.
  func observe<Object: AnyObject>(
    from slot: Slot<Value>, on actor: (any Actor)?, sparing isSpared: ((Changes<Value>) -> Bool)?,
    whileAlive object: Object, _ body: @escaping (Object, Changes<Value>) -> Void
  ) {
    let mark = ObserverMark()
    observe(from: slot, on: actor, sparing: isSpared, mark: mark) {
      [weak object, weak self, slot] change in
      if let object { return body(object, change) }
      // Another may have taken the place while this change was on its way.
      self?.update(slot) { if $0.body?.mark === mark { $0.body = nil } }
    }
  }

  /// Has a method of an object on the main actor called with every change, until
  /// the object is gone.
  func observe<Object: AnyObject>(
    from slot: Slot<Value>, sparing isSpared: ((Changes<Value>) -> Bool)?, onMain object: Object,
    _ method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) {
    observe(from: slot, on: MainActor.shared, sparing: isSpared, whileAlive: object) {
      object, change in
      let parcel = MainParcel(body: method(object), change: change)
      MainActor.assumeIsolated { parcel.body(parcel.change) }
    }
  }

  /// Has a closure called on an actor with every change, until the actor is gone.
  func observe<Object: Actor>(
    from slot: Slot<Value>, sparing isSpared: ((Changes<Value>) -> Bool)?, onActor actor: Object,
    _ body: @escaping (isolated Object, Changes<Value>) -> Void
  ) {
    observe(from: slot, on: actor, sparing: isSpared, whileAlive: actor) { actor, change in
      let parcel = ActorParcel(body: body, change: change)
      actor.assumeIsolated { parcel.body($0, parcel.change) }
    }
  }
}

/// Tells one closure of a place from another.
private final class ObserverMark: Sendable {}

/// A change that is handed to a method on the main actor.
private struct MainParcel<Value>: @unchecked Sendable {
  // Why this is Sendable: it goes nowhere. A ``HomeLine`` has brought the closure
  // that makes it to the main actor, and it is opened there before that returns;
  // only the compiler does not know that.

  let body: @MainActor (Changes<Value>) -> Void
  let change: Changes<Value>
}

/// A change that is handed to a closure on an actor.
private struct ActorParcel<Object: Actor, Value>: @unchecked Sendable {
  // Why this is Sendable: it goes nowhere, as ``MainParcel``.

  let body: (isolated Object, Changes<Value>) -> Void
  let change: Changes<Value>
}
