import Pharos

extension Peer {
  static let pharos = Peer(name: "Pharos") { row -> Work in
    switch row {
    case .setOne:
      setting { value, tally in
        value.projectedValue.addDidSet { tally.add($0.new) }
      }
    case .setHundred:
      setting { value, tally in
        for _ in 0..<100 { value.projectedValue.addDidSet { tally.add($0.new) } }
      }
    case .maps:
      setting { value, tally in
        var relay: ValueRelay<Int> = value.projectedValue
        for _ in 0..<10 { relay = relay.map { $0 &+ 1 } }
        relay.whenDidSet { tally.add($0.new) }
      }
    case .filterScan:
      setting { value, tally in
        value.projectedValue.filter { $0 >= 0 }.scan(0, &+).whenDidSet { tally.add($0.new) }
      }
    case .diamond:
      setting { value, tally in
        let relay = value.projectedValue
        mergeRelays(relay.map { $0 &+ 1 }, relay.map { $0 &* 2 })
          .whenDidSet { tally.add($0.new.0 &+ $0.new.1) }
      }
    case .observe: observing(besides: 0)
    case .observeAmongMany: observing(besides: 1_000)
    case .make:
      { iterations in
        for iteration in 0..<iterations { use(SharedRelay(iteration)) }
      }
    case .makeObserved:
      { iterations in
        let tally = Tally()
        for iteration in 0..<iterations {
          let relay = SharedRelay(iteration)
          relay.whenDidSet { tally.add($0.new) }
          use(relay)
        }
      }
    }
  }

  private static func setting(_ observe: (Observable<Int>, Tally) -> Void) -> Work {
    let value = Observable(wrappedValue: 0)
    observe(value, Tally())
    return { iterations in
      for iteration in 0..<iterations { value.wrappedValue = iteration }
    }
  }

  private static func observing(besides count: Int) -> Work {
    let value = Observable(wrappedValue: 0)
    let tally = Tally()
    for _ in 0..<count { value.projectedValue.addDidSet { tally.add($0.new) } }
    return { iterations in
      for _ in 0..<iterations { value.projectedValue.addDidSet { tally.add($0.new) }.discard() }
    }
  }
}
