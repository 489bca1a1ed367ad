extension Core {
  /// The core that an edge leads to, by its type.
  @inlinable
  @inline(__always)
  static func typed(_ node: Node) -> Core { unsafe unsafeDowncast(node, to: Core.self) }

  /// Makes a core whose value is a function of this one's changes.
  ///
  /// The function runs once for each change, and once now.
  @inlinable
  func mapped<Mapped>(
    after slot: Slot, origin: CodeLocation?,
    _ transform: @escaping (Changes<Value>) -> Mapped
  ) -> Core<Mapped> {
    derived(after: slot, origin: origin, first: transform) { child, change, thread in
      Core<Mapped>.typed(child).stage(transform(change), origin: change.origin, on: thread)
    }
  }

  /// Makes a core whose value is a function of this one's.
  ///
  /// The function runs once for each change, and once now.
  @inlinable
  func mapped<Mapped>(
    after slot: Slot, origin: CodeLocation?, values transform: @escaping (Value) -> Mapped
  ) -> Core<Mapped> {
    derived(after: slot, origin: origin, first: { transform($0.new) }) { child, change, thread in
      Core<Mapped>.typed(child).stage(transform(change.new), origin: change.origin, on: thread)
    }
  }

  /// Makes a core that is given every change of this one, and makes of it what it
  /// wants.
  ///
  /// - Parameters:
  ///   - slot: The relay that it is made from.
  ///   - origin: Where it is made.
  ///   - first: Makes its first value, of a change from the present value to itself.
  ///   - prepare: Called with it before anything reaches it.
  ///   - push: Gives it a change. It is given as a node, as it is to the edge: a closure
  ///     around this one would stand between every change and its function.
  /// - Returns: The core.
  @inlinable
  func derived<Derived>(
    after slot: Slot, origin: CodeLocation?, first: (Changes<Value>) -> Derived,
    prepare: (Core<Derived>) -> Void = { _ in },
    push: @escaping (Node, Changes<Value>, DeliveryThread) -> Void
  ) -> Core<Derived> {
    var made: Core<Derived>?
    addEdge(from: slot) { value in
      let child = Core<Derived>(
        first(Changes(old: value, new: value, invokedManually: true)), domain: domain,
        level: level, depth: nextDepth, origin: origin)
      prepare(child)
      made = child
      return Edge(slot: slot.key, isOnlyParent: true, child: child, push: push)
    }
    return made!
  }
}
