import Dispatch
import Testing

@testable import ToolkitTrace

@Suite struct HopTrailTests {
  /// What takes a hop.
  private final class Hop: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  private struct Refusal: Error {}

  /// The names of the hops that led here, the latest first.
  private static var names: [String] {
    var names: [String] = []
    var next = HopTrail.current
    while let trail = next {
      names.append((trail.hop as? Hop)?.name ?? "?")
      next = trail.earlier
    }
    return names
  }

  private static func trail(_ names: String...) -> HopTrail {
    let first = HopTrail(Hop(names[0]), after: nil)
    return names.dropFirst().reduce(first) { HopTrail(Hop($1), after: $0) }
  }

  @Test func `What no hop led to has no trail`() {
    #expect(HopTrail.current == nil)
    HopTrail.follow(nil) { #expect(HopTrail.current == nil) }
  }

  @Test func `A trail counts its hops, and knows them from the last to the first`() {
    let trail = Self.trail("a", "b", "c")
    #expect(trail.count == 3)
    #expect(trail.earlier?.count == 2)
    trail.lead { #expect(Self.names == ["c", "b", "a"]) }
    #expect(HopTrail.current == nil)
  }

  @Test func `What a hop leads to returns and throws as it does, and the trail ends with it`() {
    #expect(Self.trail("a").lead { 5 } == 5)
    #expect(throws: Refusal.self) { try Self.trail("a").lead { throw Refusal() } }
    #expect(HopTrail.current == nil)
  }

  @Test func `A hop in a hop hides the one around it until it is over`() {
    let outer = Self.trail("a")
    outer.lead {
      HopTrail(Hop("b"), after: HopTrail.current).lead { #expect(Self.names == ["b", "a"]) }
      Self.trail("other").lead { #expect(Self.names == ["other"]) }
      #expect(HopTrail.current === outer)
    }
  }

  @Test func `The time halfway is known to all hops behind it`() {
    let halfway = MonotonicTime.now()
    let first = Self.trail("a")
    let second = HopTrail(Hop("b"), after: first, halfway: halfway)
    #expect(first.halfway == nil)
    #expect(second.halfway == halfway)
    #expect(HopTrail(Hop("c"), after: second).halfway == halfway)
  }

  @Test func `Tasks inherit the trail of who starts them, detached ones do not`() async {
    let (child, detached) = Self.trail("a", "b").lead {
      (Task { Self.names }, Task.detached { Self.names })
    }
    #expect(await child.value == ["b", "a"])
    #expect(await detached.value == [])
    let trail = Self.trail("c")
    await HopTrail.follow(trail) {
      async let name = Self.names
      #expect(await name == ["c"])
      await Task.yield()
      #expect(HopTrail.current === trail)
    }
    #expect(HopTrail.current == nil)
  }

  @Test func `Whoever follows a trail leaves the own one, also for none`() async {
    await HopTrail.follow(Self.trail("own")) {
      HopTrail.follow(Self.trail("a", "b")) { #expect(Self.names == ["b", "a"]) }
      HopTrail.follow(nil) { #expect(Self.names == []) }
      await HopTrail.follow(nil) {
        await Task.yield()
        #expect(Self.names == [])
      }
      #expect(Self.names == ["own"])
    }
  }

  @Test func `A closure takes the trail along over a queue`() async {
    let names = await withCheckedContinuation { continuation in
      let body = Self.trail("a").lead {
        HopTrail.carrying { continuation.resume(returning: Self.names) }
      }
      DispatchQueue.global().async(execute: body)
    }
    #expect(names == ["a"])
  }

  @Test func `Many threads at once are each on their own trail`() async {
    await withTaskGroup { group in
      for number in 0..<16 {
        group.addTask {
          for round in 0..<100 {
            await HopTrail.follow(Self.trail("\(number)", "\(round)")) {
              await Task.yield()
              #expect(Self.names == ["\(round)", "\(number)"])
            }
          }
        }
      }
    }
  }
}
