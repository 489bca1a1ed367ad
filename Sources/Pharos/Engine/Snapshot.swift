public import Synchronization

/// The observers and dependents of a core at the time of a change.
@usableFromInline
final class Snapshot: Sendable {
  /// The observers, in the order in which their relays were made.
  @usableFromInline let observers: ContiguousArray<AnyObserver>
  @usableFromInline let edges: ContiguousArray<AnyEdge>
  /// A Boolean value that indicates whether the core has observers.
  @usableFromInline let hasObservers: Bool
  /// A Boolean value that indicates whether the core has dependents.
  @usableFromInline let hasDependents: Bool
  /// A Boolean value that indicates whether any of the observers runs on an actor.
  @usableFromInline let hasActors: Bool

  init(observers: ContiguousArray<AnyObserver>, edges: ContiguousArray<AnyEdge>) {
    self.observers = observers
    self.edges = edges
    hasObservers = !observers.isEmpty
    hasDependents = !edges.isEmpty
    hasActors = observers.contains { $0.call.load(ordering: .relaxed) != ObserverCall.direct }
  }

  /// Returns a copy with one more dependent.
  func adding(_ edge: AnyEdge) -> Snapshot {
    Snapshot(observers: observers, edges: edges + [edge])
  }

  /// Notifies the observers of a change, one after the other.
  ///
  /// - Precondition: The core has values of this type.
  @inlinable
  @inline(__always)
  func fire<Value>(_ old: Value, _ new: Value, origin: UInt) {
    let change = Changes(old: old, new: new, origin: origin)
    if hasActors { fireOnActors(change) } else { fireDirectly(change) }
  }

  // `_unsafeUncheckedDowncast` below: `unsafeDowncast` checks the type in a debug build, for which
  // it looks up the type of each observer at run time.

  /// Notifies the observers of a change, one after the other, if none of them runs on an actor.
  ///
  /// The loop uses indices and is inside this class, so that the compiler sees that nothing is
  /// released during it and counts no references.
  ///
  /// - Precondition: The core has values of this type.
  @inlinable
  @inline(__always)
  func fireDirectly<Value>(_ change: Changes<Value>) {
    for index in 0..<observers.count {
      // The array keeps the observers alive. Retaining each of them would take longer than calling
      // it.
      unsafe Unmanaged.passUnretained(observers[index])._withUnsafeGuaranteedRef { observer in
        guard observer.call.load(ordering: .relaxed) != ObserverCall.none else { return }
        unsafe _unsafeUncheckedDowncast(observer, to: Observer<Value>.self).body(change)
      }
    }
  }

  /// Notifies the observers of a change, some of which run on actors.
  @inlinable
  @inline(never)
  func fireOnActors<Value>(_ change: Changes<Value>) {
    // The result applies to all observers, because no other thread delivers changes of this core.
    let isOnMain = ObserverIsolation.isOnMain
    let lastDirect =
      isOnMain && ActorDelivery.isMainIdle ? ObserverCall.onMain : ObserverCall.direct
    for index in 0..<observers.count {
      // As above.
      unsafe Unmanaged.passUnretained(observers[index])._withUnsafeGuaranteedRef { observer in
        let call = observer.call.load(ordering: .relaxed)
        guard call != ObserverCall.none else { return }
        if call <= lastDirect || call == ObserverCall.onMain && isOnMain && observer.isIdle {
          unsafe _unsafeUncheckedDowncast(observer, to: Observer<Value>.self).body(change)
        } else {
          unsafe _unsafeUncheckedDowncast(observer, to: Observer<Value>.self).deliver(change)
        }
      }
    }
  }

  /// Makes the derived values that depend on the core check their dependencies.
  ///
  /// - Precondition: All edges lead to derived values.
  func wakeDerived(origin: UInt, on thread: DeliveryThread) {
    for index in 0..<edges.count {
      // As above.
      unsafe Unmanaged.passUnretained(edges[index])._withUnsafeGuaranteedRef { edge in
        unsafe unsafeDowncast(edge, to: DerivedEdge.self).wait(origin: origin, on: thread)
      }
    }
  }

  /// Pushes a change to the cores that depend on this one.
  ///
  /// - Precondition: The core has values of this type.
  @inlinable
  @inline(__always)
  func push<Value>(_ old: Value, _ new: Value, origin: UInt, on thread: DeliveryThread) {
    for index in 0..<edges.count {
      // As above.
      unsafe Unmanaged.passUnretained(edges[index])._withUnsafeGuaranteedRef { edge in
        if edge.isToDerived {
          return unsafe unsafeDowncast(edge, to: DerivedEdge.self).wait(origin: origin, on: thread)
        }
        let edge = unsafe _unsafeUncheckedDowncast(edge, to: Edge<Value>.self)
        // The edge keeps the receiver alive.
        unsafe Unmanaged.passUnretained(edge.receiver)._withUnsafeGuaranteedRef { receiver in
          edge.push(receiver, old, new, origin, thread)
        }
      }
    }
  }
}
