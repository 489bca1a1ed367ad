import ToolkitTrace

/// A cycle of wires, as a value has gone through it while the program runs.
struct WireCycle: Sendable {
  /// The wires, each leading to the next, and the last to the first.
  let wires: [Wire]

  /// The last of them, which carried nothing.
  let last: Wire

  /// Finds the cycle at the end of a trail, which the next wire would close.
  init(of trail: HopTrail, next: Wire) {
    last = next
    var found: [Wire] = [next]
    for hop in trail.hops {
      guard let wire = hop as? Wire, wire !== next else { break }
      found.append(wire)
    }
    wires = found.reversed()
  }

  /// Returns whether the second half of the hops of a long trail took longer than this.
  static func isSlow(_ trail: HopTrail, beyond pace: Duration) -> Bool {
    guard let halfway = trail.halfway else { return false }
    return halfway.duration(to: MonotonicTime.now()) > pace
  }

  /// Adds a wire to a trail.
  ///
  /// Halfway to the limit the time is noted; a trail that took long since then begins
  /// anew.
  static func extend(_ trail: HopTrail, by wire: Wire, limit: Int) -> HopTrail {
    if trail.count >= limit { return HopTrail(wire) }
    guard trail.count == limit / 2 else { return HopTrail(wire, after: trail) }
    return HopTrail(wire, after: trail, halfway: MonotonicTime.now())
  }
}

extension WireCycle: CustomStringConvertible {
  /// The ends on the way: `event a -> task B -> event a`.
  var description: String {
    var text = "\(wires[0].from)"
    // Each with the wire after it, and the last with the first.
    for (wire, next) in zip(wires, wires.dropFirst() + wires.prefix(1)) {
      text += " -> \(wire.to)"
      if wire.to.names != next.from.names { text += " ~> \(next.from)" }
    }
    return text
  }
}
