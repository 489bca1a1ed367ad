#if canImport(ReactiveSwift)
  import ReactiveSwift

  extension Peer {
    static let reactiveSwift = Peer(name: "ReactiveSwift") { row -> Work in
      switch row {
      case .setOne: setting { value, tally in [value.signal.observeValues { tally.add($0) }] }
      case .setHundred:
        setting { value, tally in
          (0..<100).map { _ in value.signal.observeValues { tally.add($0) } }
        }
      case .maps:
        setting { value, tally in
          var signal = value.signal
          for _ in 0..<10 { signal = signal.map { $0 &+ 1 } }
          return [signal.observeValues { tally.add($0) }]
        }
      case .filterScan:
        setting { value, tally in
          [value.signal.filter { $0 >= 0 }.scan(0, &+).observeValues { tally.add($0) }]
        }
      case .diamond:
        setting { value, tally in
          [
            value.signal.map { $0 &+ 1 }.combineLatest(with: value.signal.map { $0 &* 2 })
              .observeValues { tally.add($0.0 &+ $0.1) }
          ]
        }
      case .observe: observing(besides: 0)
      case .observeAmongMany: observing(besides: 1_000)
      case .make:
        { iterations in
          for iteration in 0..<iterations { use(MutableProperty(iteration)) }
        }
      case .makeObserved:
        { iterations in
          let tally = Tally()
          for iteration in 0..<iterations {
            let property = MutableProperty(iteration)
            property.signal.observeValues { tally.add($0) }
            use(property)
          }
        }
      }
    }

    private static func setting(
      _ observe: (MutableProperty<Int>, Tally) -> [(any ReactiveSwift.Disposable)?]
    ) -> Work {
      let value = MutableProperty(0)
      let ends = observe(value, Tally())
      return { iterations in
        for iteration in 0..<iterations { value.value = iteration }
        use(ends)
      }
    }

    private static func observing(besides count: Int) -> Work {
      let value = MutableProperty(0)
      let tally = Tally()
      let ends = (0..<count).map { _ in value.signal.observeValues { tally.add($0) } }
      return { iterations in
        for _ in 0..<iterations { value.signal.observeValues { tally.add($0) }?.dispose() }
        use(ends)
      }
    }
  }
#endif
