import ModularityTestSupport
import Pharos
import Testing

/// What `flatMapLatest` follows may be made of any number of merges.
@Suite struct FlatteningDepthTests {
  private let model = Model()
  private let log = Log()

  /// A relay whose value is this one's plus the number of merges that lead to it.
  private func merges(_ count: Int, of relay: ValueRelay<Int>) -> ValueRelay<Int> {
    (0..<count).reduce(relay) { last, _ in mergeRelays(last, relay).map { $0.0 + 1 } }
  }

  @Test(arguments: [0, 1, 1_023, 1_024, 1_025, 3_000])
  func `A flattened relay changes once, however many merges lead to its source`(
    depth: Int
  ) {
    let deep = merges(depth, of: model.$number)
    let flattened = model.$number.flatMapLatest { [model] in $0 == 0 ? model.$other : deep }
    flattened.whenDidSet { log.note("flat", $0) }
    model.number = 1
    model.number = 2
    #expect(log.lines == ["flat 0->\(1 + depth)", "flat \(1 + depth)->\(2 + depth)"])
  }

  @Test func `Relays derived from a flattened relay rise to its level`() {
    let deep = merges(50, of: model.$number)
    let flattened = model.$number.flatMapLatest { [model] in $0 == 0 ? model.$other : deep }
    // Merges above it, and above one another, with mapped relays in between.
    let above = merges(20, of: flattened.map { $0 * 2 })
    let sums = flattened.scan(0) { $0 + $1 }
    mergeRelays(model.$number, above, sums).whenDidSet { log.note("merged", $0) }
    #expect(above.currentValue == 20)
    model.number = 1
    model.number = 2
    #expect(
      log.lines == ["merged (0, 20, 0)->(1, 122, 51)", "merged (1, 122, 51)->(2, 124, 103)"])
  }

  @Test func `A pending merge that rises waits for its new source`() {
    // The merge of the two is told first, and stands in the line when the flattened
    // relay finds what it is to follow.
    let switching = model.$number.nextRelay()
    let deep = merges(10, of: model.$number)
    var merged: ValueRelay<(Int, Int)>?
    let outer = switching.map { $0 }
    let flattened = outer.flatMapLatest { [model] in $0 == 0 ? model.$other : deep }
    merged = mergeRelays(model.$number, flattened)
    merged?.whenDidSet { log.note("merged", $0) }
    model.number = 1
    #expect(log.lines == ["merged (0, 0)->(1, 11)"])
  }

  @Test func `Flattened relays follow flattened relays that rise`() {
    let deep = merges(100, of: model.$number)
    let inner = model.$number.flatMapLatest { [model] in $0 < 2 ? model.$other : deep }
    let outer = model.$number.flatMapLatest { [model] in $0 < 1 ? model.$other : inner }
    outer.whenDidSet { log.note("outer", $0) }
    for number in 1...3 { model.number = number }
    #expect(log.lines == ["outer 0->0", "outer 0->102", "outer 102->103"])
  }

  @Test(arguments: 0..<4)
  func `A relay that would follow its own result is named, and keeps its value`(
    way: Int
  ) async throws {
    await #expect(processExitsWith: .success) { [way] in
      let errors = EventRecorder<PharosError>()
      RelaySettings.errorHandler = { errors.record($0) }
      let (model, log) = (Model(), Log())
      var own: ValueRelay<Int>?
      let flattened = model.$number.flatMapLatest { $0 % 2 == 0 ? model.$other : own! }
      own =
        switch way {
        case 0: flattened
        case 1: flattened.map { $0 + 1 }
        case 2: mergeRelays(flattened, model.$number).map { $0.0 + $0.1 }
        default: model.$number.flatMapLatest { _ in flattened.map { $0 + 1 } }
        }
      flattened.whenDidSet { log.note("flat", $0) }
      model.other = 5
      #expect(log.take() == ["flat 0->5"])
      model.number = 1
      #expect(log.take() == [])
      #expect(flattened.currentValue == 5)
      #expect(errors.events.map(\.code) == [.cycle])
      let message = try #require(errors.events.first).message
      #expect(message.contains("PharosTests/FlatteningDepthTests.swift:"))
      #expect(message.contains("returned a relay that is derived from its own result"))
      // It follows nothing meanwhile.
      model.other = 6
      #expect(log.take() == [])
      model.number = 2
      #expect(log.take() == ["flat 5->6"])
      model.other = 7
      #expect(log.take() == ["flat 6->7"])
      withExtendedLifetime(own) {}
    }
  }

  @Test func `Threads that merge a flattened relay while it rises end with its values`() async {
    let (source, low) = (SharedRelay(0), SharedRelay(0))
    var deep = source.map { $0 }
    var depths = [deep]
    for _ in 0..<200 {
      deep = mergeRelays(deep, source).map { $0.0 + 1 }
      depths.append(deep)
    }
    let flattened = source.flatMapLatest { [depths] in depths[min($0, 200)] }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for number in 1...200 { source.set(number) } }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<100 {
            let merged = mergeRelays(flattened, low, source)
            merged.whenDidSet { change in #expect(change.new.0 <= 400) }
            merged.discard()
          }
        }
      }
    }
    let merged = mergeRelays(flattened, source)
    #expect(flattened.value == 400)
    #expect(merged.value == (400, 200))
    source.set(201)
    #expect(merged.value == (401, 201))
  }
}
