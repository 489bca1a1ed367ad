extension Core {
  /// Makes a core whose value is a function of this one's.
  ///
  /// The function runs once for each change, and once now.
  @inlinable
  func mapped<Mapped>(
    after slot: Slot, origin: CodeLocation?,
    _ transform: @escaping (Changes<Value>) -> Mapped
  ) -> Core<Mapped> {
    derived(after: slot, origin: origin, first: transform) { child, change, thread in
      child.stage(transform(change), origin: change.origin, on: thread)
    }
  }

  /// Makes a core whose value is a function of this one's.
  ///
  /// What ``mapped(after:origin:_:)`` with a function of changes does, in a form in
  /// which only one closure stands between a change and the function.
  @inlinable
  func mapped<Mapped>(
    after slot: Slot, origin: CodeLocation?, values transform: @escaping (Value) -> Mapped
  ) -> Core<Mapped> {
    var made: Core<Mapped>?
    addEdge(from: slot) { value in
      let child = Core<Mapped>(
        transform(value), domain: domain, level: level, depth: nextDepth, origin: origin)
      made = child
      return Edge(slot: slot.key, isOnlyParent: true, child: child) { child, change, thread in
        unsafe unsafeDowncast(child, to: Core<Mapped>.self).stage(
          transform(change.new), origin: change.origin, on: thread)
      }
    }
    return made!
  }

  /// Makes a core that is given every change of this one, and makes of it what it
  /// wants.
  @inlinable
  func derived<Derived>(
    after slot: Slot, origin: CodeLocation?, first: (Changes<Value>) -> Derived,
    push: @escaping (Core<Derived>, Changes<Value>, DeliveryThread) -> Void
  ) -> Core<Derived> {
    var made: Core<Derived>?
    addEdge(from: slot) { value in
      let child = Core<Derived>(
        first(Changes(old: value, new: value, invokedManually: true)), domain: domain,
        level: level, depth: nextDepth, origin: origin)
      made = child
      return Edge(slot: slot.key, isOnlyParent: true, child: child) { child, change, thread in
        push(unsafe unsafeDowncast(child, to: Core<Derived>.self), change, thread)
      }
    }
    return made!
  }
}
