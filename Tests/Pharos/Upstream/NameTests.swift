import Dispatch
import ModularityTestSupport
import Pharos
import Synchronization
import Testing

/// Every name of the original, versions 1.2.4 and 1.3, and of its document: that it is there,
/// and what it does in a word.
///
/// The names of what observes through Objective-C are not here; those of machinery that
/// has no counterpart are listed in the article on coming from it.
@Suite struct NameTests {
  struct Name: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: [String]
    let use: @Sendable (Model, Log) -> Void

    init(_ name: String, _ expected: [String], _ use: @escaping @Sendable (Model, Log) -> Void) {
      testDescription = name
      self.expected = expected
      self.use = use
    }
  }

  @Test(
    arguments: properties + changes + observers + filters + deriving + lifetime + ownRelays
      + queues)
  func `Every name of the original API exists and behaves as before`(name: Name) {
    let log = Log()
    name.use(Model(), log)
    #expect(log.lines == name.expected)
  }

  /// An object with a text of its own, and methods that are told of it.
  private final class Box {
    var text = "boxed"
    let log: Log

    init(_ log: Log) { self.log = log }

    func read() -> String { text }
    func write(_ text: String) { self.text = text }
    func didChange(_ changes: Changes<Int>) { log.note("method", changes) }
  }

  private static let properties: [Name] = [
    Name("Observable(wrappedValue:), wrappedValue, projectedValue, relay", ["0->1", "1"]) {
      model, log in
      let observable: Observable<Int> = Observable(wrappedValue: 0)
      let main: BondableRelay<Int> = observable.relay
      main.whenDidSet { log.note(arrow($0)) }
      observable.wrappedValue = 1
      log.note("\(observable.projectedValue.currentValue)")
    },
    Name("@Observable without a first value", ["nil"]) { _, log in
      class MyClass { @Observable var text: String? }
      log.note(MyClass().text ?? "nil")
    },
    Name("Observable(get:set:)", ["boxed", "set"]) { _, log in
      let box = Box(log)
      let observable = Observable(get: { box.text }, set: { box.text = $0 })
      log.note(observable.wrappedValue)
      observable.wrappedValue = "set"
      log.note(box.text)
    },
    Name("Observable(of:get:set:)", ["boxed", "boxed->set", "set", "set"]) { _, log in
      var box: Box? = Box(log)
      let observable = Observable(of: box!, get: Box.read, set: Box.write)
      log.note(observable.wrappedValue)
      observable.relay.whenDidSet { log.note(arrow($0)) }
      observable.wrappedValue = "set"
      log.note(box?.text ?? "nil")
      box = nil
      log.note(observable.wrappedValue)
    },
    Name("mutator(get:set:), mutator(of:get:set:)", ["boxed", "boxed"]) { _, log in
      let box = Box(log)
      let observable = Observable(wrappedValue: "")
      observable.mutator(get: { box.text }, set: { box.text = $0 })
      log.note(observable.wrappedValue)
      observable.mutator(of: box, get: Box.read, set: Box.write)
      log.note(observable.relay.currentValue)
    },
    Name("invokeRelayWithCurrent(), removeAllRelay()", ["0->0"]) { model, log in
      model.$number.whenDidSet { log.note(arrow($0)) }
      model.numberObservable.invokeRelayWithCurrent()
      model.numberObservable.removeAllRelay()
      model.number = 1
    },
  ]

  private static let changes: [Name] = [
    Name("Changes.old, new, source, invokedManually", ["0 1 true false", "1 1 true true"]) {
      model, log in
      let observable = model.numberObservable
      model.$number.whenDidSet {
        log.note("\($0.old) \($0.new) \($0.source === observable) \($0.invokedManually)")
      }
      model.number = 1
      observable.invokeRelayWithCurrent()
    },
    Name("Changes.isChanging, isNotChanging, ==", ["true false true"]) { _, log in
      let change = Changes(old: 0, new: 1)
      let isEqual = change == Changes(old: 0, new: 1, invokedManually: true)
      log.note("\(change.isChanging) \(change.isNotChanging) \(isEqual)")
    },
    Name("Changes.isSameInstance, isChangingWithNewInstance", ["true false"]) { model, log in
      let change = Changes(old: model, new: model)
      log.note("\(change.isSameInstance) \(change.isChangingWithNewInstance)")
    },
  ]

  private static let observers: [Name] = [
    Name("whenDidSet(then:)", ["0->1", "called"]) { model, log in
      model.$number.whenDidSet(then: { log.note(arrow($0)) })
      model.$number.nextRelay().whenDidSet(then: { log.note("called") })
      model.number = 1
    },
    Name("whenDidSet(invoke:method:)", ["method 0->1"]) { model, log in
      let box = Box(log)
      model.$number.whenDidSet(invoke: box, method: Box.didChange)
      model.number = 1
    },
    Name("whenDidUniqueSet(then:)", ["0->1"]) { model, log in
      model.$number.whenDidUniqueSet(then: { log.note(arrow($0)) }).invokeRelayWithCurrent()
      model.number = 1
      model.number = 1
    },
    Name("whenDidUniqueSet(_:then:)", ["0->0", "0->1"]) { model, log in
      model.$number.whenDidUniqueSet(.exceptInvokedManually) { log.note(arrow($0)) }
        .invokeRelayWithCurrentValue()
      model.number = 1
      model.number = 1
    },
    Name("whenDidUniqueSet(_:invoke:method:)", ["method 0->0", "method 0->1"]) { model, log in
      let box = Box(log)
      model.$number.whenDidUniqueSet(
        .exceptInvokedManually, invoke: box, method: Box.didChange
      ).invokeRelayWithCurrentValue()
      model.number = 0
      model.number = 1
    },
    Name("addDidSet(_:), addDidUniqueSet(_:)", ["set 0->0", "set 0->1", "unique 0->1"]) {
      model, log in
      model.$number.addDidSet { log.note("set", $0) }
        .addDidUniqueSet { log.note("unique", $0) }
      model.number = 0
      model.number = 1
    },
    Name("addDidUniqueSet(_:_:), RelayException", ["invoked", "0->0", "0->1"]) { model, log in
      model.$number.addDidUniqueSet(RelayException.always) { log.note(arrow($0)) }
      model.$number.addDidUniqueSet(.exceptInvokedManually) { log.note("invoked") }
        .discard()
      model.$number.addDidUniqueSet(.exceptInvokedManually) {
        if $0.invokedManually { log.note("invoked") }
      }.addDidSet { if $0.invokedManually { log.note(arrow($0)) } }
      model.$number.invokeRelayWithCurrentValue()
      model.number = 1
    },
    Name("addDidSet(invoke:method:)", ["method 0->0", "method 0->1"]) { model, log in
      let box = Box(log)
      model.$number.addDidSet(invoke: box, method: Box.didChange)
      model.number = 0
      model.number = 1
    },
    Name("addDidUniqueSet(_:invoke:method:)", ["method 0->0", "method 0->1"]) { model, log in
      let box = Box(log)
      model.$number.addDidUniqueSet(
        .exceptInvokedManually, invoke: box, method: Box.didChange
      ).invokeRelayWithCurrentValue()
      model.number = 0
      model.number = 1
    },
    Name("nextRelay(), addObserver()", ["next 0->1", "added 0->1"]) { model, log in
      model.$number.nextRelay().whenDidSet { log.note("next", $0) }
        .addObserver().whenDidSet { log.note("added", $0) }
      model.number = 1
    },
    Name(
      "invokeRelayWithCurrentValue(), invokeRelayWithCurrent(), in a chain",
      ["main 0->0", "main 0->0", "after 0->0", "main 0->1", "after 0->1"]
    ) { model, log in
      model.$number.whenDidSet { log.note("main", $0) }.invokeRelayWithCurrentValue()
        .addDidSet { log.note("after", $0) }.invokeRelayWithCurrent()
      model.number = 1
    },
  ]

  private static let queues: [Name] = [
    Name("DispatchQueue.registerDetection(of:), current", ["queue", "queue", "nil"]) { _, log in
      let queue = DispatchQueue(label: "queue")
      DispatchQueue.registerDetection(of: queue)
      DispatchQueue.registerDetection(of: queue)
      let behind = DispatchQueue(label: "behind", target: queue)
      let unknown = DispatchQueue(label: "unknown", target: DispatchQueue(label: "root"))
      for place in [queue, behind, unknown] {
        log.note(labelOfCurrent(place))
      }
    },
    Name("DispatchQueue.current of a global queue", ["com.apple.root.default-qos"]) { _, log in
      DispatchQueue.registerDetection(of: .global())
      log.note(labelOfCurrent(.global()))
    },
    Name("runSyncIfPossible(on:execute:)", ["begun", "at once", "later"]) { _, log in
      let lines = EventRecorder<String>()
      let (queue, other) = (DispatchQueue(label: "queue"), DispatchQueue(label: "other"))
      let held = DispatchSemaphore(value: 0)
      other.async { held.wait() }
      queue.sync {
        // It does not wait for the other queue, which is held until this has ended.
        runSyncIfPossible(on: other) { lines.record("later") }
        lines.record("begun")
        runSyncIfPossible(on: queue) { lines.record("at once") }
      }
      held.signal()
      other.sync {}
      for line in lines.events { log.note(line) }
    },
  ]

  /// The label of the queue that is found by code on a queue.
  private static func labelOfCurrent(_ queue: DispatchQueue) -> String {
    let found = Mutex("")
    let done = DispatchSemaphore(value: 0)
    // On a thread of the queue's own: the one of the test may be the main thread.
    queue.async {
      found.withLock { $0 = DispatchQueue.current?.label ?? "nil" }
      done.signal()
    }
    done.wait()
    return found.withLock(\.self)
  }

  @Test func `A registered queue is not retained`() {
    weak var kept: DispatchQueue?
    do {
      let queue = DispatchQueue(label: "queue")
      kept = queue
      DispatchQueue.registerDetection(of: queue)
      #expect(kept === queue)
    }
    #expect(kept == nil)
  }

  @Test @MainActor func `Code of the main actor is on the main queue`() {
    #expect(DispatchQueue.current?.label == DispatchQueue.main.label)
    let done = EventRecorder<Bool>()
    runSyncIfPossible(on: .main) { done.record(true) }
    #expect(done.events == [true])
  }
}
