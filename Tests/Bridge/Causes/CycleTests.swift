import Testing

@testable import Bridge

extension RheaEvent {
  fileprivate static let a: RheaEvent = "cycle.a"
  fileprivate static let b: RheaEvent = "cycle.b"
}
extension TypedRheaEvent<Int> {
  fileprivate static var number: Self { Self("cycle.number") }
}
extension RelayKey<Int> {
  fileprivate static var relay: Self { Self("cycle.relay") }
}

@Suite struct CycleTests {
  @MainActor @Test func `A cycle of events is broken and named`() async {
    await Bridge.withFreshState {
      let errors = noteErrors()
      let first = Bridge.connect(.event(.a), to: .event(.b))
      Bridge.connect(.event(.b), to: .event(.a))
      await Rhea.run(event: .a)
      #expect(errors.values.count == 1)
      let message = errors.values.first ?? ""
      #expect(
        message.contains(
          "cut after 32 hops: event cycle.b -> event cycle.a -> event cycle.b"))
      #expect(first.deliveryCount == 16)
    }
  }

  @MainActor @Test func `The limit for cycles can be set`() async {
    await Bridge.withFreshState {
      let errors = noteErrors()
      Bridge.hopLimit = 4
      let wire = Bridge.connect(.event(.a), to: .event(.a))
      await Rhea.run(event: .a)
      #expect(wire.deliveryCount == 4)
      #expect(errors.values.first?.contains("cut after 4 hops") == true)
    }
  }

  @MainActor @Test func `A cycle through a relay is broken`() async {
    Bridge.withFreshState {
      let errors = noteErrors()
      Bridge.connect(.relay(.relay), to: .event(.number))
      Bridge.connect(.event(.number), to: .relay(.relay), map: { $0 + 1 })
      SharedRelay.of(.relay, default: 0).set(1)
      #expect(errors.values.count == 1)
      #expect(SharedRelay.existing(.relay)?.value == 17)
    }
  }

  @MainActor @Test(arguments: [false, true])
  func `A cycle through tasks is broken, whether they suspend or not`(suspends: Bool) async throws {
    try await Bridge.withFreshState {
      let errors = noteErrors()
      Bridge.hopLimit = 8
      let done = Seen<Int>()
      if suspends {
        try TaskManager.shared.injectEventTask(name: "task", event: .demand) {
          (_: TaskContext) async throws -> Void in
          await Task.yield()
          done.note(1)
        }
      } else {
        try TaskManager.shared.injectEventTask(
          name: "task", event: .demand, traits: [.concurrent]
        ) { (_: TaskContext) throws -> Void in done.note(1) }
      }
      Bridge.connect(.event(.a), to: .task("task"))
      Bridge.connect(.task("task", .succeeded), to: .event(.a))
      await Rhea.run(event: .a)
      while errors.values.isEmpty { await Task.yield() }
      #expect(done.values.count == 4)
      let cycle = "task task (succeeded) -> event cycle.a -> task task"
      #expect(errors.values.first?.contains(cycle) == true, "\(errors.values)")
    }
  }

  @MainActor @Test func `Code between two wires is part of the cycle`() async throws {
    await Bridge.withFreshState {
      let errors = noteErrors()
      Bridge.hopLimit = 6
      Bridge.connect(.event(.a), to: .event(.b))
      Rhea.on(.b, repeatable: true) { Rhea.trigger(event: .a) }
      await Rhea.run(event: .a)
      #expect(errors.values.count == 1)
      #expect(
        errors.values.first?.contains("event cycle.a -> event cycle.b ~> event cycle.a") == true)
    }
  }

  @MainActor @Test func `A long chain without a cycle is not broken`() async {
    await Bridge.withFreshState {
      let errors = noteErrors()
      for number in 0..<30 {
        Bridge.connect(.event("cycle.way\(number)"), to: .event("cycle.way\(number + 1)"))
      }
      let seen = Seen<Int>()
      Rhea.on("cycle.way30") { seen.note(30) }
      await Rhea.run(event: "cycle.way0")
      #expect(seen.values == [30])
      #expect(errors.values.isEmpty)
    }
  }

  @MainActor @Test func `A slow cycle is not an error`() async {
    await Bridge.withFreshState {
      let errors = noteErrors()
      Bridge.hopLimit = 4
      BridgeCenter.current.harmlessPace = .seconds(-1)
      let seen = Seen<Int>()
      Bridge.connect(
        .event(.number), to: .event(.number), where: { $0 < 20 },
        map: { number in
          seen.note(number)
          return number + 1
        })
      await Rhea.run(event: .number, param: 0)
      #expect(seen.values == Array(0..<20))
      #expect(errors.values.isEmpty)
    }
  }
}
