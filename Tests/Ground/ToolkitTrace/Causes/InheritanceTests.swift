import Dispatch
import Testing

@testable import ToolkitTrace

/// Something that takes hops.
private final class Hopper: Sendable {}

/// Something that a test has in place of what the process has.
private final class Place: Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  static var current: String { FreshStates.state(of: Place.self)?.name ?? "process" }
}

private final class Weather: Sendable {
  static var isFresh: Bool { FreshStates.state(of: Weather.self) != nil }
}

/// Runs a body on a thread of a queue, and waits for it.
private func onQueue(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      body()
      continuation.resume()
    }
  }
}

@Suite struct HopTrailTests {
  private let hoppers = (0..<6).map { _ in Hopper() }

  /// Goes some hops and does something there.
  private func go(_ count: Int, then body: () throws -> Void) rethrows {
    guard count > 0 else { return try body() }
    let trail = HopTrail.current
    let hopper = hoppers[trail.count % hoppers.count]
    try HopTrail(hopper, after: trail).lead { try go(count - 1, then: body) }
  }

  @Test(arguments: 1...6) func `A causal context has all its hops, the latest first`(count: Int) {
    go(count) {
      let trail = HopTrail.current
      #expect(trail.count == count)
      let numbers = trail.hops.map { hop in hoppers.firstIndex { $0 === hop } }
      #expect(numbers == Array((0..<count).reversed()))
      let isLatest = hoppers[count - 1] === trail.hop
      #expect(isLatest)
    }
    #expect(HopTrail.current.isEmpty)
  }

  @Test func `A time noted on the way stays with the causal context`() {
    let halfway = TraceInstant(nanoseconds: 7)
    let first = HopTrail(hoppers[0])
    let second = HopTrail(hoppers[1], after: first, halfway: halfway)
    #expect(first.halfway == nil)
    let third = HopTrail(hoppers[2], after: second)
    #expect(third.halfway == halfway)
    #expect(third.count == 3)
    #expect(third.hops.count == 3)
    // Also if that was at once.
    let hurried = HopTrail(
      hoppers[1], after: HopTrail(hoppers[0], after: HopTrail(), halfway: halfway))
    #expect(hurried.halfway == halfway)
    #expect(hurried.count == 2)
  }

  @Test func `Causal contexts with a common origin are equal`() {
    let first = HopTrail(hoppers[0])
    let second = HopTrail(hoppers[1], after: first)
    let third = HopTrail(hoppers[2], after: second)
    #expect(first == HopTrail(hoppers[0]))
    #expect(second != first)
    #expect(HopTrail.follow(third) { HopTrail.current } == third)
    #expect(HopTrail(hoppers[2], after: first) != third)
    #expect(HopTrail(hoppers[1], after: HopTrail(hoppers[2])) != second)
    #expect(HopTrail(hoppers[3], after: third) != HopTrail(hoppers[3], after: third))
  }

  @Test func `An error thrown at the end of a causal chain is rethrown`() {
    struct Broken: Error {}
    #expect(throws: Broken.self) { try go(3) { throw Broken() } }
    #expect(HopTrail.current.isEmpty)
  }

  @Test func `Tasks inherit the causal context, unless another one or none is given`() async {
    var task: Task<Int, Never>?
    go(2) { task = Task { HopTrail.current.count } }
    #expect(await task?.value == 2)
    let other = HopTrail(hoppers[0])
    go(3) {
      #expect(HopTrail.follow(other) { HopTrail.current } == other)
      #expect(HopTrail.follow(HopTrail()) { HopTrail.current }.isEmpty)
      #expect(HopTrail.current.count == 3)
    }
    await HopTrail.follow(other) {
      await Task.yield()
      #expect(HopTrail.current == other)
    }
  }
}

@Suite struct FreshStatesTests {
  @Test func `The innermost state of a kind takes precedence`() async {
    #expect(Place.current == "process")
    await FreshStates.with(Place("outer")) {
      await Task.yield()
      #expect(Place.current == "outer")
      #expect(!Weather.isFresh)
      FreshStates.with(Weather()) {
        FreshStates.with(Place("inner")) {
          #expect(Place.current == "inner")
          #expect(Weather.isFresh)
        }
        #expect(Place.current == "outer")
      }
    }
    #expect(Place.current == "process")
  }

  @Test func `The error of a body keeps its type`() async {
    struct Broken: Error {}
    func body() throws(Broken) { throw Broken() }
    do throws(Broken) {
      try FreshStates.with(Place("a")) { () throws(Broken) in try body() }
    } catch {
      #expect(Place.current == "process")
    }
    do throws(Broken) {
      try await FreshStates.with(Place("a")) { () async throws(Broken) in try body() }
    } catch {
      #expect(Place.current == "process")
    }
  }

  @Test func `Code outside of any state has none`() async {
    await FreshStates.with(Place("test")) {
      let states = FreshStates.current
      #expect(FreshStates.follow(nil) { Place.current } == "process")
      await FreshStates.follow(nil) {
        await Task.yield()
        #expect(Place.current == "process")
      }
      let task = Task.detached { FreshStates.follow(states) { Place.current } }
      #expect(await task.value == "test")
    }
  }
}

@Suite struct InheritanceTests {
  @Test func `Without a context, nothing is inherited`() {
    #expect(Inheritance.current == nil)
  }

  @Test func `A queue inherits context and states for one block only`() async {
    let hopper = Hopper()
    await FreshStates.with(Place("test")) {
      await withCheckedContinuation { continuation in
        HopTrail(hopper).lead {
          let body = Inheritance.carrying {
            #expect(Place.current == "test")
            let isHopper = hopper === HopTrail.current.hop
            #expect(isHopper)
            continuation.resume()
          }
          DispatchQueue.global().async(execute: body)
        }
      }
    }
    await onQueue {
      #expect(Place.current == "process")
      #expect(HopTrail.current.isEmpty)
    }
  }
}
