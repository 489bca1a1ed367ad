#if canImport(RxSwift)
  import RxRelay
  import RxSwift

  extension Peer {
    static let rxSwift = Peer(name: "RxSwift") { row -> Work in
      switch row {
      case .setOne: setting { value, tally in [value.subscribe(onNext: { tally.add($0) })] }
      case .setHundred:
        setting { value, tally in
          (0..<100).map { _ in value.subscribe(onNext: { tally.add($0) }) }
        }
      case .maps:
        setting { value, tally in
          var observable: RxSwift.Observable<Int> = value.asObservable()
          for _ in 0..<10 { observable = observable.map { $0 &+ 1 } }
          return [observable.subscribe(onNext: { tally.add($0) })]
        }
      case .filterScan:
        setting { value, tally in
          [
            value.filter { $0 >= 0 }.scan(0, accumulator: &+)
              .subscribe(onNext: { tally.add($0) })
          ]
        }
      case .diamond:
        setting { value, tally in
          [
            RxSwift.Observable.combineLatest(value.map { $0 &+ 1 }, value.map { $0 &* 2 })
              .subscribe(onNext: { tally.add($0.0 &+ $0.1) })
          ]
        }
      case .observe: observing(besides: 0)
      case .observeAmongMany: observing(besides: 1_000)
      case .make:
        { iterations in
          for iteration in 0..<iterations { use(BehaviorRelay(value: iteration)) }
        }
      case .makeObserved:
        { iterations in
          let tally = Tally()
          for iteration in 0..<iterations {
            let relay = BehaviorRelay(value: iteration)
            relay.subscribe(onNext: { tally.add($0) }).dispose()
          }
        }
      }
    }

    private static func setting(
      _ observe: (BehaviorRelay<Int>, Tally) -> [any RxSwift.Disposable]
    ) -> Work {
      let value = BehaviorRelay(value: 0)
      let ends = observe(value, Tally())
      return { iterations in
        for iteration in 0..<iterations { value.accept(iteration) }
        use(ends)
      }
    }

    private static func observing(besides count: Int) -> Work {
      let value = BehaviorRelay(value: 0)
      let tally = Tally()
      let ends = (0..<count).map { _ in value.subscribe(onNext: { tally.add($0) }) }
      return { iterations in
        for _ in 0..<iterations { value.subscribe(onNext: { tally.add($0) }).dispose() }
        use(ends)
      }
    }
  }
#endif
