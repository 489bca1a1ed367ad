import Testing

@testable import ProcessLifecycle

@Suite struct DeliveryTests {
  @Test func `A delivery finishes with the last hold, once`() {
    let delivery = Delivery()
    let recorder = Recorder<String>()
    delivery.whenFinished { recorder.note("first") }
    #expect(delivery.hold())
    delivery.letGo()
    #expect(!delivery.isFinished)
    delivery.letGo()
    #expect(delivery.isFinished)
    #expect(!delivery.hold())
    delivery.whenFinished { recorder.note("late") }
    #expect(recorder.entries == ["first", "late"])
  }

  @Test func `All waiters are resumed`() async {
    let delivery = Delivery()
    await withTaskGroup { group in
      for _ in 0..<10 { group.addTask { await delivery.finished() } }
      group.addTask { delivery.letGo() }
    }
    #expect(delivery.isFinished)
  }
}
