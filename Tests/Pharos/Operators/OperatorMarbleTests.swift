import ModularityTestSupport
import Pharos
import Testing

@Suite struct OperatorMarbleTests {
  @Test func `Only values pass a filter for which its condition holds`() {
    #expect(draw("a1-b2c-", by: { $0.filter(\.isLetter) }) == "a--b-c-")
  }

  @Test func `Only values that differ from the last one are distinct`() {
    #expect(draw("aab-bba", by: { $0.distinct() }) == "a-b---a")
    #expect(draw("aAb-BCc", by: { $0.distinct(by: { $0.lowercased() }) }) == "a-b--C-")
    #expect(
      draw("acbdgea", by: { $0.distinct(comparing: { abs($0.place - $1.place) < 3 }) })
        == "-c--g-a")
  }

  @Test func `A scan is made of its last value and the new one`() {
    let drawing = Marbles.draw("a-bc-") { relays in
      relays[0].scan("") { $0 + String($1) }
    }
    #expect(drawing == "a-ababc-")
  }

  @Test func `The first few changes are skipped`() {
    #expect(draw("ab-cd", by: { $0.skip(2) }) == "---cd")
    #expect(draw("ab-cd", by: { $0.skip(0) }) == "ab-cd")
  }

  @Test func `Only the first matching change passes`() {
    #expect(draw("-abc", by: { $0.first() }) == "-a--")
    #expect(draw("-1b2c", by: { $0.first(where: \.isLetter) }) == "--b--")
  }

  @Test func `A relay is retained until a condition holds`() {
    #expect(draw("ab1cd", by: { $0.nextRelay().retain(until: { $0.new.isNumber }) }) == "ab1--")
  }

  @Test func `Combined relays change when one of them does`() {
    let drawing = Marbles.draw(
      "a--b-",  //
      "-1-2-"
    ) { $0[0].combine($0[1]).map { "\($0)\($1)" } }
    #expect(drawing == "a_a1-(b1b2)-")
  }

  @Test func `Zipped relays change in step`() {
    let drawing = Marbles.draw(
      "abc--d",  //
      "-1-23-"
    ) { zip($0[0], $0[1]).map { "\($0)\($1)" } }
    #expect(drawing == "-a1-b2c3-")
  }

  @Test func `Zipped relays drop the oldest pending values`() {
    let drawing = Marbles.draw(
      "abc---",  //
      "---123"
    ) { zip($0[0], $0[1], limit: 2).map { "\($0)\($1)" } }
    #expect(drawing == "---b1c2-")
  }

  @Test func `A flattened relay follows the latest`() {
    let drawing = Marbles.draw(
      "-0--1--0-",  //
      "a--b--c--",  //
      "--A--B--C"
    ) { relays in
      relays[0].flatMapLatest { $0 == "1" ? relays[2] : relays[1] }.map { String($0) }
    }
    #expect(drawing == "aa-bAB-c-")
  }

  @Test(.timeLimit(.minutes(10)))
  func `A debounce lets the last of many values pass`() async throws {
    let drawing = try await Marbles.drawInTime("ab---c----d---", isSleeping: true) {
      $0.debounce(for: .milliseconds(300), clock: $1)
    }
    #expect(drawing == "----b---c----d")
  }

  @Test func `A throttle without the latest lets one value pass per interval`() async throws {
    let drawing = try await Marbles.drawInTime("abcde---fg", isSleeping: false) {
      $0.throttle(for: .milliseconds(300), latest: false, clock: $1)
    }
    #expect(drawing == "a--d----f-")
  }

  @Test(.timeLimit(.minutes(10)))
  func `A throttle lets the latest value pass after the interval`() async throws {
    let clock = ManualClock()
    let log = EventRecorder<String>()
    let shared = SharedRelay(0)
    let throttled = shared.throttle(for: .milliseconds(500), clock: clock)
    throttled.whenDidSet { log.record("\(clock.now) \(arrow($0))") }
    for value in 1...3 { shared.set(value) }
    #expect(log.events == ["0.0 seconds 0->1"])
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    #expect(try await log.waitForEvents(count: 2).last == "0.5 seconds 1->3")
    #expect(throttled.value == 3)
  }

  @Test(.timeLimit(.minutes(10)))
  @MainActor func `A confined debounce lets values pass on the actor where it was made`()
    async throws
  {
    let clock = ManualClock()
    let log = EventRecorder<String>()
    let model = Model()
    let debounced = unsafe model.$number.debounce(for: .seconds(1), clock: clock)
    debounced.map { number in
      MainActor.assertIsolated()
      return number * 2
    }
    .whenDidSet { log.record(arrow($0)) }
    model.number = 1
    model.number = 2
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    #expect(try await log.waitForEvents(count: 1) == ["0->4"])
  }

  private func draw(
    _ input: String, by make: @escaping (SharedRelay<Character>) -> SharedRelay<Character>
  ) -> String {
    Marbles.draw(input) { make($0[0]).map { String($0) } }
  }
}

extension Character {
  /// Where it is among all characters.
  fileprivate var place: Int { unicodeScalars.first.map { Int($0.value) } ?? 0 }
}
