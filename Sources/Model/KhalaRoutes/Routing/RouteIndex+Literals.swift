extension RouteIndex {
  /// Returns the child that a component of these bytes, with this head, leads to as a
  /// literal from the node of this number; or a negative number.
  @unsafe @inline(__always)
  func literalChild(
    of node: UnsafePointer<Node>, _ number: Int32, _ bytes: ByteView, _ component: ByteRange,
    head: UInt64
  ) -> Int32 {
    let child = unsafe node.pointee.literalChild
    if child >= 0 {
      return unsafe isEqual(node.pointee.literal, bytes, component, head) ? child : -1
    }
    guard child == Node.manyLiterals else { return -1 }
    let mask = edges.count &- 1
    var slot = Int(
      truncatingIfNeeded: RouteHash.of(bytes, component, head: head, below: number))
    while true {
      let edge = unsafe edges.pointer(at: slot & mask)
      let child = unsafe edge.pointee.child
      if child < 0 { return -1 }
      if unsafe edge.pointee.node == number
        && isEqual(edge.pointee.literal, bytes, component, head)
      {
        return child
      }
      slot &+= 1
    }
  }

  /// Returns whether the literal and the component have the same bytes.
  @inline(__always)
  private func isEqual(
    _ literal: Literal, _ bytes: ByteView, _ component: ByteRange, _ head: UInt64
  ) -> Bool {
    guard literal.head == head, literal.range.count == component.count else { return false }
    return component.count <= 8 || pool.bytes.hasTail(of: literal.range, in: bytes, component)
  }
}

extension ByteView {
  /// Returns whether a piece of these bytes and a piece of others, of the same size, are
  /// equal behind the first eight bytes.
  @inline(never)
  fileprivate func hasTail(of range: ByteRange, in other: ByteView, _ otherRange: ByteRange)
    -> Bool
  {
    var offset: UInt32 = 8
    while range.start &+ offset < range.end {
      let rest = ByteRange(start: range.start &+ offset, end: range.end)
      let otherRest = ByteRange(start: otherRange.start &+ offset, end: otherRange.end)
      guard head(of: rest) == other.head(of: otherRest) else { return false }
      offset &+= 8
    }
    return true
  }
}
