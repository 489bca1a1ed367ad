import CausalContext
import ToolkitTrace

/// A cycle of wires, as a value has gone through it while the program runs.
struct WireCircle: Sendable {
  /// The wires, each leading to the next, and the last to the first.
  let wires: [Wire]

  /// Finds the circle at the end of a trail.
  init(of trail: HopTrail, next: Wire) {
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

extension WireCircle: CustomStringConvertible {
  /// The ends on the way: `event a -> task B -> event a`.
  var description: String {
    guard let first = wires.first, let last = wires.last else { return "" }
    var text = ""
    var previous: WireEnd?
    for wire in wires {
      if let previous, previous != wire.from { text += "\(previous) ~> " }
      text += "\(wire.from) -> "
      previous = wire.to
    }
    text += "\(last.to)"
    return last.to.names == first.from.names ? text : text + " ~> \(first.from)"
  }
}
