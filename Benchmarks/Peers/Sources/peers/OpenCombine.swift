#if canImport(OpenCombine)
  import OpenCombine

  extension Peer {
    static let openCombine = Peer(name: "OpenCombine") { row -> Work in
      switch row {
      case .setOne: setting { value, tally in [value.sink { tally.add($0) }] }
      case .setHundred:
        setting { value, tally in
          (0..<100).map { _ in value.sink { tally.add($0) } }
        }
      case .maps: setting(mapping)
      case .filterScan:
        setting { value, tally in
          [value.filter { $0 >= 0 }.scan(0, &+).sink { tally.add($0) }]
        }
      // OpenCombine has no operator that takes the latest values; this one waits for both.
      case .diamond:
        setting { value, tally in
          [
            value.map { $0 &+ 1 }.zip(value.map { $0 &* 2 })
              .sink { tally.add($0.0 &+ $0.1) }
          ]
        }
      case .observe: observing(besides: 0)
      case .observeAmongMany: observing(besides: 1_000)
      case .make:
        { iterations in
          for iteration in 0..<iterations { use(CurrentValueSubject<Int, Never>(iteration)) }
        }
      case .makeObserved:
        { iterations in
          let tally = Tally()
          for iteration in 0..<iterations {
            let subject = CurrentValueSubject<Int, Never>(iteration)
            let end = subject.sink { tally.add($0) }
            use(end)
          }
        }
      }
    }

    // Each operator is a type of its own: a loop would have to erase them, which costs more.
    private static func mapping(
      _ value: CurrentValueSubject<Int, Never>, _ tally: Tally
    ) -> [AnyCancellable] {
      let three = value.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
      let six = three.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
      let nine = six.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
      return [nine.map { $0 &+ 1 }.sink { tally.add($0) }]
    }

    private static func setting(
      _ observe: (CurrentValueSubject<Int, Never>, Tally) -> [AnyCancellable]
    ) -> Work {
      let value = CurrentValueSubject<Int, Never>(0)
      let ends = observe(value, Tally())
      return { iterations in
        for iteration in 0..<iterations { value.send(iteration) }
        use(ends)
      }
    }

    private static func observing(besides count: Int) -> Work {
      let value = CurrentValueSubject<Int, Never>(0)
      let tally = Tally()
      let ends = (0..<count).map { _ in value.sink { tally.add($0) } }
      return { iterations in
        for _ in 0..<iterations { value.sink { tally.add($0) }.cancel() }
        use(ends)
      }
    }
  }
#endif
