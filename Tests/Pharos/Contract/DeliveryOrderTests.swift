import Pharos
import Testing

@Suite struct DeliveryOrderTests {
  let model = Model()
  let log = Log()

  @Test func `A relay, its next and the one after are notified in this order`() {
    model.$number.whenDidSet { log.note("main", $0) }
      .addDidSet { log.note("child", $0) }
      .addDidSet { log.note("grandchild", $0) }
    model.number = 1
    #expect(log.lines == ["main 0->1", "child 0->1", "grandchild 0->1"])
  }

  @Test func `Merges are notified in the order of creation`() {
    for number in 1...3 {
      mergeRelays(model.$number, model.$other).whenDidSet { log.note("\(number)", $0) }
    }
    model.number = 1
    #expect(log.lines == ["1 (0, 0)->(1, 0)", "2 (0, 0)->(1, 0)", "3 (0, 0)->(1, 0)"])
  }

  @Test func `Next relays are notified in the order of creation`() {
    for index in 0..<50 { model.$number.addDidSet { log.note("\(index)") } }
    model.$number.whenDidSet { log.note("main") }
    model.number = 1
    #expect(log.lines == ["main"] + (0..<50).map(\.description))
  }

  @Test func `The property shows the new value to its observers`() {
    model.$number.whenDidSet { log.note("\(model.number) \($0.new)") }
    model.number = 7
    #expect(log.lines == ["7 7"])
  }

  @Test func `A change reaches all observers before one that an observer makes`() {
    model.$number.whenDidSet { change in
      log.note("main", change)
      if change.new == 1 {
        model.number = 2
        model.number = 3
      }
    }.addDidSet { log.note("child", $0) }
    model.number = 1
    #expect(
      log.lines == [
        "main 0->1", "child 0->1", "main 1->2", "child 1->2", "main 2->3", "child 2->3",
      ])
  }

  @Test func `A change of another relay waits as well, in the order of the changes`() {
    model.$number.whenDidSet { change in
      log.note("number", change)
      guard change.new == 1 else { return }
      model.other = 5
      model.number = 2
      model.other = 6
      log.note("shows \(model.other)")
    }.addDidSet { log.note("child", $0) }
    model.$other.whenDidSet { log.note("other", $0) }
    model.number = 1
    #expect(
      log.lines == [
        "number 0->1", "shows 6", "child 0->1", "other 0->5", "number 1->2", "child 1->2",
        "other 5->6",
      ])
  }

  @Test func `A subscription made during delivery starts with the next change`() {
    model.$number.whenDidSet { change in
      if change.new == 1 { model.$number.addDidSet { log.note("late", $0) } }
    }
    model.number = 1
    #expect(log.lines == [])
    model.number = 2
    #expect(log.lines == ["late 1->2"])
  }

  @Test func `A subscription does not receive pending changes made before it`() {
    model.$number.whenDidSet { change in
      guard change.new == 1 else { return }
      model.number = 2
      model.$number.addDidSet { log.note("late", $0) }
      model.number = 3
    }
    model.number = 1
    #expect(log.lines == ["late 2->3"])
  }

  @Test func `An observer that is discarded during delivery is not called`() {
    var later: ValueRelay<Int>?
    model.$number.whenDidSet { (_: Changes<Int>) in later?.discard() }
    later = model.$number.addDidSet { log.note("later", $0) }
    later?.addDidSet { log.note("child of later", $0) }
    later?.map { $0 * 2 }.whenDidSet { log.note("mapped from later", $0) }
    model.$number.addDidSet { log.note("another", $0) }
    model.number = 1
    #expect(log.lines == ["another 0->1"])
  }

  @Test func `When an observer replaces a later one, neither receives the change`() {
    let later = model.$number.nextRelay()
    model.$number.whenDidSet { (_: Changes<Int>) in
      later.whenDidSet { log.note("new", $0) }
    }
    later.whenDidSet { log.note("old", $0) }
    model.number = 1
    #expect(log.lines == [])
    model.$number.whenDidSet { (_: Changes<Int>) in }
    model.number = 2
    #expect(log.lines == ["new 1->2"])
  }

  @Test func `An observer that is reconfigured during delivery starts with the next change`() {
    let later = model.$number.nextRelay()
    model.$number.whenDidSet { change in
      if change.new == 1 { later.ignore { $0.new == 3 } }
    }
    later.whenDidSet { log.note("later", $0) }
    for number in 1...4 { model.number = number }
    #expect(log.lines == ["later 1->2", "later 3->4"])
  }

  @Test func `A relay that got no observer at first may get one at any time`() {
    let child = model.$number.nextRelay()
    let mapped = model.$number.map { $0 * 10 }
    model.number = 1
    child.whenDidSet { log.note("child", $0) }
    mapped.whenDidSet { log.note("mapped", $0) }
    model.number = 2
    #expect(log.lines == ["child 1->2", "mapped 10->20"])
  }

  @Test func `Setting an equal value is a change, too`() {
    model.$number.whenDidSet { log.note("main", $0) }
    model.number = 0
    #expect(log.lines == ["main 0->0"])
  }
}
