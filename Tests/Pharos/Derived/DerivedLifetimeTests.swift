import ModularityTestSupport
import Pharos
import Testing

@Suite struct DerivedLifetimeTests {
  /// The length of chains that would overflow the stack of a thread with a call for each link.
  private let length = Sweep.count(100_000, sample: 40_000)

  @Test func `A derived value and its sources are released, though observed`() {
    let survivors = LeakCheck.survivors { check in
      let source = check.track(Observable(wrappedValue: 1))
      let one = check.track(Derived { source.wrappedValue + 1 })
      let other = check.track(Derived { one.value + source.wrappedValue })
      let mapped = other.map { $0 * 2 }
      let relay = check.track(other.whenDidSet { _ in })
      source.wrappedValue = 2
      #expect(relay.currentValue == 5)
      #expect(mapped.currentValue == 10)
    }
    #expect(survivors.isEmpty)
  }

  @Test func `A relay keeps the derived value that it comes from`() {
    let source = Observable(wrappedValue: 0)
    let log = Log()
    let relay = Derived { source.wrappedValue * 2 }.whenDidSet { log.note("double", $0) }
    source.wrappedValue = 1
    #expect(log.lines == ["double 0->2"])
    #expect(relay.currentValue == 2)
  }

  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]])
  func `Derived values of one source end in any order, and the others go on`(order: [Int]) {
    let source = Observable(wrappedValue: 0)
    let log = Log()
    var derived: [Int: Derived<Int>] = [:]
    for number in order.sorted() {
      let value: Derived<Int> = Derived { source.wrappedValue + number }
      value.whenDidSet { log.note("\(number)", $0) }
      derived[number] = value
    }
    for (count, ending) in order.enumerated() {
      derived[ending] = nil
      source.wrappedValue = count + 1
      #expect(
        log.take() == derived.keys.sorted().map { "\($0) \(count + $0)->\(count + 1 + $0)" })
    }
  }

  @Test func `A retainer keeps a derived value, and ends it`() {
    let source = Observable(wrappedValue: 0)
    let log = Log()
    var retainer: Retainer? = Retainer()
    if let retainer {
      Derived { source.wrappedValue * 2 }.whenDidSet { log.note("double", $0) }
        .referenceManaged(by: retainer)
    }
    source.wrappedValue = 1
    retainer = nil
    source.wrappedValue = 2
    #expect(retainer == nil)
    #expect(log.lines == ["double 0->2"])
  }

  @Test func `A released derived value is not computed`() {
    let source = Observable(wrappedValue: 0)
    var count = 0
    do {
      let derived = Derived {
        count += 1
        return source.wrappedValue
      }
      derived.whenDidSet { _ in }
      source.wrappedValue = 1
    }
    source.wrappedValue = 2
    #expect(count == 2)
  }

  @Test func `Derived values in a very long chain are delivered and released`() {
    let survivors = LeakCheck.survivors { check in
      let source = check.track(Observable(wrappedValue: 0))
      var last = check.track(Derived { source.wrappedValue })
      for number in 0..<length {
        last = Derived { [last] in last.value + 1 }
        if number.isMultiple(of: 64) { _ = last.value }
      }
      let log = Log()
      let relay = last.whenDidSet { log.note("last", $0) }
      source.wrappedValue = 1
      #expect(log.lines == ["last \(length)->\(length + 1)"])
      relay.discard()
    }
    #expect(survivors.isEmpty)
  }

  @Test func `Derived values in a very long chain are read without observers`() {
    let (one, other) = (Observable(wrappedValue: 0), Observable(wrappedValue: 0))
    var last = Derived { one.wrappedValue }
    for number in 0..<length {
      last = Derived { [last] in other.wrappedValue + last.value }
      if number.isMultiple(of: 64) { _ = last.value }
    }
    one.wrappedValue = 1
    #expect(last.value == 1)
    other.wrappedValue = 1
    #expect(last.value == length + 1)
  }

  @Test func `Derived values that have never been read are released without recursion`() {
    var last = Derived { 0 }
    for _ in 0..<length { last = Derived { [last] in last.value } }
    last = Derived { 1 }
    #expect(last.value == 1)
  }
}
