import ToolkitTrace

/// A cycle of wires that a value has passed at run time.
struct WireCycle: Sendable {
  /// The wires, each of which causes the next one, and the last one causes the first.
  let wires: [Wire]

  /// The last wire, which did not carry the value.
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

  /// Returns whether the second half of a long trail took longer than a duration.
  static func isSlow(_ trail: HopTrail, beyond pace: Duration) -> Bool {
    guard let halfway = trail.halfway else { return false }
    return halfway.duration(to: MonotonicTime.now()) > pace
  }

  /// Adds a wire to a trail.
  ///
  /// At half of the limit, the time is recorded. At the limit, a slow trail starts again.
  static func extend(_ trail: HopTrail, by wire: Wire, limit: Int) -> HopTrail {
    if trail.count >= limit { return HopTrail(wire) }
    guard trail.count == limit / 2 else { return HopTrail(wire, after: trail) }
    return HopTrail(wire, after: trail, halfway: MonotonicTime.now())
  }
}

extension WireCycle: CustomStringConvertible {
  /// The ends along the cycle: `event a -> task B -> event a`.
  var description: String {
    var text = "\(wires[0].from)"
    // Pairs each wire with the next one, and the last one with the first.
    for (wire, next) in zip(wires, wires.dropFirst() + wires.prefix(1)) {
      text += " -> \(wire.to)"
      if wire.to.names != next.from.names { text += " ~> \(next.from)" }
    }
    return text
  }
}
