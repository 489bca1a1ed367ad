import Pharos
import Testing

/// What ``What-Pharos-Promises`` says, where no other suite looks at it.
@Suite struct PromiseTests {
  private let model = Model()
  private let log = Log()

  @Test func `Mapped, merged and relayed changes have the source of the change`() {
    let target = Model()
    let observable = model.numberObservable
    func note(_ name: String, _ change: Changes<Int>) {
      log.note("\(name) \(change.source === observable) \(change.invokedManually)")
    }
    model.$number.map { $0 + 1 }.whenDidSet { note("mapped", $0) }
    model.$number.relayValue(to: target.$number)
    target.$number.whenDidSet { note("relayed", $0) }
    model.number = 1
    #expect(log.take() == ["mapped true false", "relayed true false"])
    observable.invokeRelayWithCurrentValue()
    #expect(log.take().first == "mapped true true")
  }
}
