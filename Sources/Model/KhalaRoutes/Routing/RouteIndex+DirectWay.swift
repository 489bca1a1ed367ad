extension RouteIndex {
  /// Goes the way that most addresses take: from each node by the literal, and where no
  /// literal fits, by the capture of anything.
  ///
  /// This is the way on which a search begins. An address that never has to turn back needs
  /// no memory of it, and captures what it passes.
  ///
  /// - Returns: The route at its end, or nothing if it takes a search to find the route: if
  ///   there is something else to try on the way, if the route takes some schemes only, or if
  ///   others have a higher priority; or if the components are not as they are written.
  @inline(__always)
  func findDirectly(_ bytes: ByteView, _ layout: RouteAddress.Layout) -> Found {
    let isInOnePiece = layout.host.isEmpty || layout.hostEnd == layout.pathStart
    guard isInOnePiece, !layout.isRouteEscaped else { return .nothing }
    var number = Int32(RouteTrie.root)
    var node = unsafe nodes.pointer(at: RouteTrie.root)
    let rank = unsafe node.pointee.rank
    var captures = CapturedRanges.none
    // There is no port between the host and the path, which begins with a slash.
    var rest = ByteRange(
      start: layout.host.isEmpty ? layout.pathStart : layout.hostStart, end: layout.pathEnd)
    while let (component, head) = rest.takeComponent(of: bytes) {
      var child = unsafe literalChild(of: node, number, bytes, component, head: head)
      if child < 0 {
        guard unsafe node.pointee.matchers.count == 0 else { return .nothing }
        child = unsafe node.pointee.capture
        guard child >= 0 else {
          captures.append(ByteRange(start: component.start, end: layout.pathEnd))
          return unsafe found(node.pointee.restAcceptances, rank: rank, captures)
        }
        captures.append(component)
      }
      number = child
      unsafe node = nodes.pointer(at: Int(child))
    }
    return unsafe found(node.pointee.acceptances, rank: rank, captures)
  }

  /// Returns the first of these if it has the rank and takes any scheme.
  @inline(__always)
  private func found(_ candidates: Slice, rank: Int32, _ captures: CapturedRanges) -> Found {
    guard candidates.count > 0 else { return .nothing }
    let first = acceptances[Int(candidates.start)]
    guard first.rank == rank, first.schemes < 0 else { return .nothing }
    return Found(variant: first.variant, ranges: captures)
  }
}

extension ByteRange {
  /// Takes the first component that is not empty, and the slash behind it, from a path.
  ///
  /// - Returns: The component and its head, or `nil` if there is none.
  @inline(__always)
  fileprivate mutating func takeComponent(
    of bytes: ByteView
  ) -> (component: ByteRange, head: UInt64)? {
    var start = Int(start)
    let end = Int(end)
    while start < end, bytes[start] == ASCII.slash { start &+= 1 }
    guard start < end else { return nil }
    let word = bytes.word(at: start)
    let slashes = ByteView.firstSlash(in: word)
    var stop = start &+ slashes.trailingZeroBitCount &>> 3
    if slashes == 0, stop < end { stop = bytes.offsetOfSlash(from: stop) }
    // Slashes may follow in the query.
    stop = Swift.min(stop, end)
    self = ByteRange(Swift.min(stop &+ 1, end), end)
    let component = ByteRange(start, stop)
    return (component, component.head(in: word))
  }
}
