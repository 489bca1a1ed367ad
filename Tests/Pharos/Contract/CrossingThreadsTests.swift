import Foundation
import Pharos
import Synchronization
import Testing

/// Threads that set relays which take each other's values, in every order of their steps.
@Suite struct CrossingThreadsTests {
  @Test(arguments: [false, true])
  func `Two relays that two threads set end with the same value, in either order`(
    isUnique: Bool
  ) {
    let count = Schedules.runAll { schedule in
      let relays = link(2, [(0, 1)], isUnique: isUnique, schedule)
      schedule.run([{ relays[0].set(1) }, { relays[1].set(2) }])
      check(relays)
    }
    #expect(count > 20)
  }

  @Test func `Two relays that two threads set twice end with the same value`() {
    let count = Schedules.runAll { schedule in
      let relays = link(2, [(0, 1)], isUnique: true, schedule)
      schedule.run([
        {
          relays[0].set(1)
          relays[1].set(2)
        },
        {
          relays[1].set(1)
          relays[0].set(3)
        },
      ])
      check(relays)
    }
    #expect(count > 100)
  }

  @Test func `Two relays that three threads set end with the same value`() {
    let count = Schedules.runAll { schedule in
      let relays = link(2, [(0, 1)], isUnique: true, isBracketed: false, schedule)
      schedule.run([{ relays[0].set(1) }, { relays[1].set(2) }, { relays[0].set(3) }])
      check(relays)
    }
    #expect(count > 100)
  }

  @Test(arguments: [[(0, 1), (1, 2)], [(0, 1), (1, 2), (2, 0)]])
  func `Three relays in a row or a ring that two threads set end with the same value`(
    links: [(Int, Int)]
  ) {
    let count = Schedules.runAll { schedule in
      let relays = link(3, links, isUnique: true, schedule)
      schedule.run([{ relays[0].set(1) }, { relays[2].set(2) }])
      check(relays)
    }
    #expect(count > 100)
  }

  /// Makes relays that take each other's values, and a step of each of their changes
  /// before and after the links.
  private func link(
    _ count: Int, _ links: [(Int, Int)], isUnique: Bool, isBracketed: Bool = true,
    _ schedule: Schedule
  ) -> [SharedRelay<Int>] {
    let relays = (0..<count).map { _ in SharedRelay(0) }
    for relay in relays { relay.addDidSet { _ in schedule.step() } }
    for (one, other) in links {
      for (from, to) in [(one, other), (other, one)] {
        if isUnique {
          relays[from].relayUniqueValue(to: relays[to])
        } else {
          relays[from].relayValue(to: relays[to])
        }
      }
    }
    if isBracketed { for relay in relays { relay.addDidSet { _ in schedule.step() } } }
    return relays
  }

  private func check(_ relays: [SharedRelay<Int>]) {
    let values = relays.map(\.value)
    #expect(Set(values).count == 1, "\(values)")
    #expect(values[0] != 0)
  }
}

/// All orders in which threads can take their steps.
private enum Schedules {
  /// Runs a test once for each order.
  ///
  /// - Returns: How many there were.
  static func runAll(atMost limit: Int = 100_000, _ body: (Schedule) -> Void) -> Int {
    var next: [Int]? = []
    var count = 0
    while let choices = next, count < limit {
      let schedule = Schedule(choices)
      body(schedule)
      count += 1
      // The next order differs where there was another choice, as late as possible.
      var taken = schedule.taken
      while let last = taken.last, last.choice + 1 == last.count { taken.removeLast() }
      next = taken.popLast().map { last in taken.map(\.choice) + [last.choice + 1] }
    }
    precondition(next == nil, "there are more orders than these \(count)")
    return count
  }
}

/// One order of steps: only one thread runs at a time, and which is next is chosen here.
private final class Schedule: Sendable {
  struct Choice {
    let choice: Int
    /// Of how many.
    let count: Int
  }

  private struct State {
    var finished: Set<Int> = []
    var taken: [Choice] = []
  }

  private let choices: [Int]
  private let state = Mutex(State())
  private let arrived = DispatchSemaphore(value: 0)
  private let turns = (0..<4).map { _ in DispatchSemaphore(value: 0) }

  init(_ choices: [Int]) {
    self.choices = choices
  }

  var taken: [Choice] { state.withLock(\.taken) }

  private static let key = "CrossingThreadsTests.thread"

  /// Lets threads run, one step at a time, until all have finished.
  func run(_ bodies: [@Sendable () -> Void]) {
    for (index, body) in bodies.enumerated() {
      Thread.detachNewThread {
        Thread.current.threadDictionary[Self.key] = index
        self.turns[index].wait()
        body()
        self.state.withLock { _ = $0.finished.insert(index) }
        self.arrived.signal()
      }
    }
    while true {
      let next = state.withLock { state -> Int? in
        let ready = bodies.indices.filter { !state.finished.contains($0) }
        guard !ready.isEmpty else { return nil }
        let step = state.taken.count
        precondition(step < 1_000, "the relays do not settle")
        let choice = step < choices.count ? choices[step] : 0
        state.taken.append(Choice(choice: choice, count: ready.count))
        return ready[choice]
      }
      guard let next else { return }
      turns[next].signal()
      arrived.wait()
    }
  }

  /// Ends a step of the calling thread, and waits for its next.
  func step() {
    guard let index = Thread.current.threadDictionary[Self.key] as? Int else { return }
    arrived.signal()
    turns[index].wait()
  }
}
