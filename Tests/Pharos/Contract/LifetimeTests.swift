import ModularityTestSupport
import Pharos
import Testing

@Suite struct LifetimeTests {
  /// Something that closures capture.
  private final class Captured {}

  @Test func `A closure is released when it is replaced, discarded or its property goes`() {
    weak var first: Captured?
    weak var second: Captured?
    weak var third: Captured?
    do {
      let model = Model()
      do {
        let captured = (Captured(), Captured(), Captured())
        (first, second, third) = captured
        model.$number.whenDidSet { [captured = captured.0] in _ = captured }
        let relay = model.$number.addDidSet { [captured = captured.1] in _ = captured }
          .ignore { $0.new > 5 }
        model.$number.map { $0 + 1 }.whenDidSet { [captured = captured.2] in _ = captured }
        model.number = 1
        relay.discard()
      }
      model.$number.whenDidSet { (_: Changes<Int>) in }
      #expect(first == nil)
      #expect(second == nil)
      #expect(third != nil)
    }
    #expect(third == nil)
  }

  @Test func `A closure that discards itself is released when it has run`() {
    weak var gone: Captured?
    let model = Model()
    do {
      let captured = Captured()
      gone = captured
      let relay = model.$number.nextRelay()
      relay.whenDidSet { [captured, unowned relay] in
        _ = captured
        relay.discard()
      }
      model.number = 1
    }
    #expect(gone == nil)
  }

  @Test func `Objects released with a closure may set the relay it observed`() {
    final class Setter {
      let action: () -> Void
      init(_ action: @escaping () -> Void) { self.action = action }
      deinit { action() }
    }
    let model = Model()
    let log = Log()
    model.$number.whenDidSet { log.note("main", $0) }
    let relay = model.$number.nextRelay()
    do {
      let setter = Setter { model.number = 9 }
      relay.whenDidSet { _ = setter }
    }
    relay.discard()
    #expect(log.lines == ["main 0->9"])
  }

  @Test func `A closure is released with its property, though a retainer remains`() {
    weak var plain: Captured?
    weak var planned: Captured?
    weak var mapped: Captured?
    let retainer = Retainer()
    do {
      let model = Model()
      let captured = (Captured(), Captured(), Captured())
      (plain, planned, mapped) = captured
      model.$number.addDidSet { [captured = captured.0] in _ = captured }
        .referenceManaged(by: retainer)
      model.$number.addDidSet { [captured = captured.1] in _ = captured }.ignore { $0.new > 5 }
        .referenceManaged(by: retainer)
      model.$number.map { $0 + 1 }.whenDidSet { [captured = captured.2] in _ = captured }
        .referenceManaged(by: retainer)
      model.number = 1
    }
    #expect(plain == nil)
    #expect(planned == nil)
    #expect(mapped == nil)
    retainer.discardAll()
  }

  @Test func `A relay to a released property leaves no trace`() {
    let model = Model()
    weak var gone: Model?
    do {
      let target = Model()
      gone = target
      model.$number.relayValue(to: target.$number)
    }
    #expect(gone == nil)
    model.number = 1
    model.number = 2
    #expect(model.$number.nextRelay().currentValue == 2)
  }

  @Test func `A released retainer discards its closures`() {
    let model = Model()
    let log = Log()
    do {
      let retainer = Retainer()
      model.$number.addDidSet { log.note("child", $0) }.referenceManaged(by: retainer)
        .map { $0 * 2 }.whenDidSet { log.note("mapped", $0) }
      model.number = 1
    }
    model.number = 2
    #expect(log.lines == ["child 0->1", "mapped 0->2"])
  }
}
