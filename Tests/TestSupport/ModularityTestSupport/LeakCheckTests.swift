import ModularityTestSupport
import Testing

@Suite struct `A leak check` {
  @Test func `Objects released within the scope are not reported`() {
    let survivors = LeakCheck.survivors { check in
      let node = check.track(Node())
      node.other = check.track(Node())
    }
    #expect(survivors == [])
  }

  @Test func `Objects of a cycle are reported with type, file and line, in order`() throws {
    var lines: [Int] = []
    weak var first: Node?
    let survivors = LeakCheck.survivors { check in
      lines.append(#line + 1)
      let one = check.track(Node())
      lines.append(#line + 1)
      let two = check.track(Node())
      one.other = two
      two.other = one
      check.track(Node())
      first = one
    }
    first?.other = nil
    #expect(survivors.map(\.line) == lines)
    #expect(survivors.allSatisfy { $0.type.hasSuffix(".Node") })
    #expect(survivors.allSatisfy { $0.fileID == #fileID })
    let description = try #require(survivors.first).description
    #expect(description.contains(".Node, tracked at \(#fileID):\(lines[0]), is still alive"))
  }

  @Test func `Tracking returns the object and does not keep it`() {
    let check = LeakCheck()
    do {
      let node = Node()
      #expect(check.track(node) === node)
      #expect(check.survivors.count == 1)
    }
    #expect(check.survivors.isEmpty)
  }

  @Test func `An object that is kept outside survives`() {
    let kept = Node()
    let survivors = LeakCheck.survivors { $0.track(kept) }
    #expect(survivors.count == 1)
    withExtendedLifetime(kept) {}
  }

  @Test func `An asynchronous scope reports objects kept by its tasks`() async {
    let clock = ManualClock()
    let survivors = await LeakCheck.asyncSurvivors { check in
      await clock.run {
        let box = check.track(Box())
        async let sleeper: Void? = try? clock.sleep(for: .seconds(1))
        clock.advance(by: .seconds(1))
        _ = await sleeper
        withExtendedLifetime(box) {}
      }
    }
    #expect(survivors.isEmpty)

    let box = Box()
    let leaked = await LeakCheck.asyncSurvivors { check in
      await clock.run { check.track(box) }
    }
    #expect(leaked.count == 1)
  }

  @MainActor
  @Test func `An asynchronous scope runs where its caller does`() async {
    let model = MainModel()
    let survivors = await LeakCheck.asyncSurvivors { check in
      check.track(model)
      await Task.yield()
      model.value += 1
    }
    #expect(model.value == 1)
    #expect(survivors.count == 1)
  }

  @Test func `A scope rethrows errors`() async {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try LeakCheck.survivors { _ in throw Refusal() }
    }
    await #expect(throws: Refusal.self) {
      try await LeakCheck.asyncSurvivors { _ in throw Refusal() }
    }
  }

  @Test func `Many tasks may track at once`() async {
    let check = LeakCheck()
    let kept = EventRecorder<Box>()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          let box = check.track(Box())
          if number.isMultiple(of: 2) { kept.record(box) }
        }
      }
    }
    #expect(check.survivors.count == 100)
    kept.reset()
    #expect(check.survivors.isEmpty)
  }
}

private final class Node {
  var other: Node?
}

private final class Box: Sendable {}

@MainActor
private final class MainModel {
  var value = 0
}
