import Pharos
import Testing

@Suite struct TransactionTests {
  let model = Model()
  let log = Log()

  @Test func `Relays that are set together change their merge once`() {
    mergeRelays(model.$number, model.$other).whenDidSet { log.note("merged", $0) }
    model.$number.whenDidSet { log.note("number", $0) }
    transaction {
      model.number = 1
      model.other = 2
      model.number = 3
      log.note("inside \(model.number) \(model.other)")
    }
    #expect(log.lines == ["inside 3 2", "number 0->3", "merged (0, 0)->(3, 2)"])
  }

  @Test func `A nested transaction is part of the outer one`() {
    model.$number.whenDidSet { log.note("number", $0) }
    transaction {
      model.number = 1
      transaction { model.number = 2 }
      log.note("inside")
    }
    #expect(log.lines == ["inside", "number 0->2"])
  }

  @Test func `An effect of two unconnected relays sees the whole transaction`() {
    model.number = 3
    model.other = 4
    let twice = Derived { [model] in model.number * 1 }
    let thrice = Derived { [model] in model.other * 1 }
    let effect = Effect { [log] in log.note("sum \(twice.value + thrice.value)") }
    transaction {
      model.number = 0
      model.other = 10
    }
    #expect(log.lines == ["sum 7", "sum 10"])
    withExtendedLifetime(effect) {}
  }

  @Test func `A derived value that starts to read another source is computed once`() {
    let first = Derived { [model] in model.number * 1 }
    let second = Derived { [model] in model.other * 1 }
    second.whenDidSet { [log] in log.note("second", $0) }
    var count = 0
    let sum = Derived {
      count += 1
      return first.value == 0 ? 0 : first.value + second.value
    }
    sum.whenDidSet { [log] in log.note("sum", $0) }
    count = 0
    transaction {
      model.number = 1
      model.other = 10
    }
    #expect(log.take().sorted() == ["second 0->10", "sum 0->11"])
    #expect(count == 1)
    transaction {
      model.number = 2
      model.other = 20
    }
    #expect(log.take().sorted() == ["second 10->20", "sum 11->22"])
    #expect(count == 2)
  }

  @Test func `A transaction over unconnected relays, made by an observer, is one change`() {
    let count = Observable(wrappedValue: 0)
    mergeRelays(model.$number, model.$other).whenDidSet { log.note("merged", $0) }
    model.$text.whenDidSet { [model, log] change in
      log.note("text")
      transaction {
        count.wrappedValue = 1
        model.number = 1
        model.other = 2
      }
      log.note("set")
    }
    let effect = Effect { [model, log] in
      log.note("effect \(count.wrappedValue) \(model.number) \(model.other)")
    }
    model.text = "now"
    #expect(
      log.lines == [
        "effect 0 0 0", "text", "set", "effect 1 1 2", "merged (0, 0)->(1, 2)",
      ])
    withExtendedLifetime(effect) {}
  }

  @Test func `A transaction that throws delivers what was set until then`() {
    struct Failure: Error {}
    model.$number.whenDidSet { log.note("number", $0) }
    #expect(throws: Failure.self) {
      try transaction {
        model.number = 1
        throw Failure()
      }
    }
    #expect(log.lines == ["number 0->1"])
  }

  @Test func `A transaction made by an observer comes after the change`() {
    model.$number.whenDidSet { change in
      log.note("number", change)
      guard change.new == 1 else { return }
      transaction {
        model.number = 2
        model.other = 3
      }
    }.addDidSet { log.note("child", $0) }
    mergeRelays(model.$number, model.$other).whenDidSet { log.note("merged", $0) }
    model.number = 1
    #expect(
      log.lines == [
        "number 0->1", "child 0->1", "merged (0, 0)->(1, 0)", "number 1->2", "child 1->2",
        "merged (1, 0)->(2, 3)",
      ])
  }

  @Test func `A modification is one change`() {
    model.$number.whenDidSet { log.note("number", $0) }
    let numberObservable = model.numberObservable
    numberObservable.modify { number in
      number += 2
      number *= 3
    }
    #expect(log.lines == ["number 0->6"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `No modification by several threads is lost`() async {
    let shared = SharedRelay(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<1_000 { shared.modify { $0 += 1 } } }
      }
    }
    #expect(shared.value == 4_000)
  }

  @Test(.timeLimit(.minutes(10)))
  func `Transactions of several threads leave merges consistent`() async {
    let relays = (SharedRelay(0), SharedRelay(0))
    let merged = mergeRelays(relays.0, relays.1)
    let last = SharedRelay(0)
    merged.whenDidSet { last.set($0.new.0 * 10_000 + $0.new.1) }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<200 {
            transaction {
              relays.0.set(thread * 200 + number)
              relays.1.modify { $0 += 1 }
            }
          }
        }
      }
    }
    #expect(relays.1.value == 800)
    #expect(last.value == relays.0.value * 10_000 + 800)
  }
}
