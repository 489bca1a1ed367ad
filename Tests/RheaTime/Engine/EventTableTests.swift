import ModularityTestSupport
import Testing

@testable import RheaTime

@Suite struct EventTableTests {
  @Test(arguments: Sweep.inputs(0..<150 as Range<UInt64>, oneIn: 4))
  func `Random events, callbacks and declarations agree with the naive model`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var table = EventTable()
    var model = NaiveTable()
    var world = RandomWorld(using: &generator)
    for step in 0..<120 {
      let event = world.randomEvent(using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0...2:
        let isSticky = Int.random(in: 0..<3, using: &generator) == 0
        let context = RheaContext(event: event, param: step)
        #expect(
          table.occur(context, isSticky: isSticky)?.ids
            == model.occur(event, param: step, isSticky: isSticky))
      case 3:
        let moment = RheaEvent.builtIn.randomElement(using: &generator)!
        let image = Int.random(in: 0..<3, using: &generator)
        let taken = table.occur(moment) { $0.image.map { $0 == .sample(image) } ?? true }
        #expect(taken.ids == model.occur(moment, image: image))
      case 4...6:
        let callback = world.makeAdded(for: event, using: &generator)
        let told = table.add(callback).map(Told.init)
        #expect(told == model.add(callback))
      case 7:
        if let callback = world.added.randomElement(using: &generator) {
          table.remove(callback)
          model.remove(callback)
        }
      case 8:
        #expect(table.unstick(event).map(Told.init) == model.unstick(event))
      default:
        let enabled = world.growOrDisable(using: &generator)
        let news = table.takeIn(enabled)
        let expected = model.takeIn(enabled)
        #expect(news.isGrowth == expected.isGrowth)
        #expect(Set(news.missed.map(ObjectIdentifier.init)) == expected.missed)
        #expect(
          Dictionary(uniqueKeysWithValues: news.late.map { ($0.1.event, $0.0.ids) })
            == expected.late)
        #expect(news.late.allSatisfy { Told($0.1) == model.sticky[$0.1.event] })
      }
      for event in world.events + RheaEvent.builtIn {
        #expect(table[event]?.hasFired ?? false == model.fired.contains(event))
        #expect(table[event]?.descriptions ?? [] == model.descriptions(for: event))
      }
    }
  }

  @Test func `Events without callbacks are not kept, however many`() {
    var table = EventTable()
    _ = table.takeIn([.declared(for: "declared", id: 1)])
    _ = table.add(.added(for: "added", isRepeatable: true, number: 1))
    _ = table.occur(RheaContext(event: "sticky"), isSticky: true)
    let memory = EventTable.memory
    for number in 0..<20 * memory {
      let event = RheaEvent(rawValue: "trigger \(number)")
      _ = table.occur(RheaContext(event: event), isSticky: false)
      #expect(table.count <= 3 * memory)
      // The latest are known to have happened.
      let earlier = RheaEvent(rawValue: "trigger \(max(0, number - memory + 100))")
      #expect(table[earlier]?.hasFired == true)
    }
    for number in 0..<20 * memory {
      let event = RheaEvent(rawValue: "once \(number)")
      _ = table.add(.added(for: event, number: number))
      #expect(table.occur(RheaContext(event: event), isSticky: false)?.isEmpty == false)
      #expect(table.count <= 3 * memory)
    }
    // What waits, or is late for a sticky occurrence, does so still.
    #expect(table.occur(RheaContext(event: "declared"), isSticky: false)?.isEmpty == false)
    #expect(table.occur(RheaContext(event: "added"), isSticky: false)?.isEmpty == false)
    #expect(table.add(.added(for: "sticky", number: 2)) != nil)
    #expect(table["declared"]?.descriptions.map(\.state) == [.finished])
  }

  @Test func `All events with callbacks are kept`() {
    var table = EventTable()
    let count = 3 * EventTable.memory
    for number in 0..<count {
      _ = table.add(.added(for: RheaEvent(rawValue: "\(number)"), number: number))
    }
    for number in 0..<count {
      let event = RheaEvent(rawValue: "\(number)")
      #expect(table.occur(RheaContext(event: event), isSticky: false)?.isEmpty == false)
    }
  }

  @Test func `Unchanged declarations cause no update`() {
    var table = EventTable()
    let callbacks = (1...3).map { Callback.declared(id: $0, line: Int($0)) }
    #expect(table.takeIn([]).isGrowth == false)
    #expect(table.takeIn(callbacks).isGrowth)
    #expect(table.takeIn(callbacks).isGrowth == false)
    #expect(table["e"]?.descriptions.count == 3)
  }

  @Test func `A callback that was disabled at its event runs the next time`() {
    var table = EventTable()
    let callback = Callback.declared(id: 1)
    _ = table.takeIn([callback])
    _ = table.takeIn([])
    #expect(table["e"]?.descriptions == [])
    #expect(table.occur(RheaContext(event: "e"), isSticky: false)?.isEmpty == true)
    _ = table.takeIn([callback])
    #expect(table.occur(RheaContext(event: "e"), isSticky: false)?.ids == [callback.id])
    _ = table.takeIn([])
    _ = table.takeIn([callback])
    #expect(table.occur(RheaContext(event: "e"), isSticky: false)?.isEmpty == true)
  }

  @Test func `A callback declared after the one launch has missed it`() {
    var table = EventTable()
    let early = Callback.declared(for: .appDidFinishLaunching, id: 1, line: 1)
    let late = Callback.declared(for: .appDidFinishLaunching, id: 2, line: 2)
    #expect(table.takeIn([early]).missed.isEmpty)
    #expect(table.occur(.appDidFinishLaunching) { _ in true }.ids == [early.id])
    #expect(table.takeIn([early, late]).missed.map(\.id) == [late.id])
    #expect(table[.appDidFinishLaunching]?.descriptions.map(\.state) == [.finished, .missed])
  }
}

// MARK: - The model

extension Callback {
  fileprivate var id: ObjectIdentifier { ObjectIdentifier(self) }
}

extension CallbackList {
  fileprivate var ids: [ObjectIdentifier] { callbacks.map(\.id) }
}

/// What a late callback is told.
private struct Told: Equatable {
  let event: RheaEvent
  let param: Int?

  init(event: RheaEvent, param: Int?) {
    self.event = event
    self.param = param
  }

  init(_ context: RheaContext) {
    self.init(event: context.event, param: context.param as? Int)
  }
}

/// All callbacks in one list, which every question goes through from the start.
private struct NaiveTable {
  struct Entry {
    let callback: Callback
    var state = RheaCallback.State.waiting
    var isDisabled = false
    var skips = 0
  }

  struct News {
    var isGrowth = false
    var missed: Set<ObjectIdentifier> = []
    var late: [RheaEvent: [ObjectIdentifier]] = [:]
  }

  var entries: [Entry] = []
  var sticky: [RheaEvent: Told] = [:]
  var fired: Set<RheaEvent> = []

  /// Takes the waiting callbacks that a condition holds for.
  private mutating func take(where condition: (Callback) -> Bool) -> [ObjectIdentifier] {
    entries.sort { $0.callback.rank < $1.callback.rank }
    var taken: [ObjectIdentifier] = []
    for index in entries.indices {
      let entry = entries[index]
      guard entry.state == .waiting, !entry.isDisabled, condition(entry.callback) else { continue }
      taken.append(entry.callback.id)
      if !entry.callback.isRepeatable { entries[index].state = .finished }
    }
    entries.removeAll { $0.state == .finished && $0.callback.image == nil }
    return taken
  }

  mutating func occur(_ event: RheaEvent, param: Int, isSticky: Bool) -> [ObjectIdentifier]? {
    guard !RheaEvent.builtIn.contains(event) else { return nil }
    fired.insert(event)
    if isSticky { sticky[event] = Told(event: event, param: param) }
    for index in entries.indices
    where entries[index].callback.event == event && entries[index].state == .finished {
      entries[index].skips += 1
    }
    return take { $0.event == event }
  }

  mutating func occur(_ moment: RheaEvent, image: Int) -> [ObjectIdentifier] {
    fired.insert(moment)
    return take { callback in
      callback.event == moment && (callback.image == nil || callback.image == .sample(image))
    }
  }

  mutating func add(_ callback: Callback) -> Told? {
    let isOver = RheaEvent.builtIn.contains(callback.event) && fired.contains(callback.event)
    let told =
      sticky[callback.event] ?? (isOver ? Told(event: callback.event, param: nil) : nil)
    if told == nil || callback.isRepeatable { entries.append(Entry(callback: callback)) }
    return told
  }

  mutating func remove(_ callback: Callback) {
    entries.removeAll { $0.callback === callback }
  }

  mutating func unstick(_ event: RheaEvent) -> Told? {
    sticky.removeValue(forKey: event)
  }

  mutating func takeIn(_ enabled: [Callback]) -> News {
    var news = News()
    let enabledIDs = Set(enabled.map(\.id))
    for index in entries.indices where entries[index].callback.image != nil {
      entries[index].isDisabled = !enabledIDs.contains(entries[index].callback.id)
    }
    let known = Set(entries.map(\.callback.id))
    let new = enabled.filter { !known.contains($0.id) }
    for callback in new {
      news.isGrowth = true
      let isMissed = callback.event == .appDidFinishLaunching && fired.contains(callback.event)
      entries.append(Entry(callback: callback, state: isMissed ? .missed : .waiting))
      if isMissed { news.missed.insert(callback.id) }
    }
    let newIDs = Set(new.map(\.id))
    for event in Set(new.map(\.event)) where sticky[event] != nil {
      news.late[event] = take { $0.event == event && newIDs.contains($0.id) }
    }
    return news
  }

  func descriptions(for event: RheaEvent) -> [RheaCallback] {
    entries
      .filter { $0.callback.event == event && !$0.isDisabled }
      .sorted { $0.callback.rank < $1.callback.rank }
      .map { $0.callback.description(state: $0.state, skips: $0.skips) }
  }
}

/// What happens at random: the events, the declarations of images that come, and
/// the callbacks that were added.
private struct RandomWorld {
  let events: [RheaEvent] = ["a", "b", "c"]
  private(set) var added: [Callback] = []
  private let declarations: [Callback]
  private var loaded = 0
  private var disabled: Set<Int> = []

  init(using generator: inout SeededGenerator) {
    let all = events + RheaEvent.builtIn
    declarations = (0..<24).map { number in
      .declared(
        for: all.randomElement(using: &generator)!,
        priority: RheaPriority(rawValue: .random(in: 4...6, using: &generator)),
        isRepeatable: .random(using: &generator), id: UInt64(number), image: number / 8,
        fileID: "Tests/\(Int.random(in: 0..<3, using: &generator)).swift",
        line: .random(in: 1...3, using: &generator))
    }
  }

  /// Mostly events of the user's, sometimes a built-in one.
  func randomEvent(using generator: inout SeededGenerator) -> RheaEvent {
    (events + events + RheaEvent.builtIn).randomElement(using: &generator)!
  }

  mutating func makeAdded(
    for event: RheaEvent, using generator: inout SeededGenerator
  ) -> Callback {
    let callback = Callback.added(
      for: event, priority: RheaPriority(rawValue: .random(in: 4...6, using: &generator)),
      isRepeatable: .random(using: &generator), number: added.count)
    added.append(callback)
    return callback
  }

  /// Lets an image come, or filters change.
  ///
  /// - Returns: The declarations that are enabled now.
  mutating func growOrDisable(using generator: inout SeededGenerator) -> [Callback] {
    if Bool.random(using: &generator) {
      loaded = min(loaded + Int.random(in: 0...8, using: &generator), declarations.count)
    } else if loaded > 0 {
      for _ in 0..<3 {
        let number = Int.random(in: 0..<loaded, using: &generator)
        if disabled.remove(number) == nil { disabled.insert(number) }
      }
    }
    return (0..<loaded).filter { !disabled.contains($0) }.map { declarations[$0] }
  }
}
