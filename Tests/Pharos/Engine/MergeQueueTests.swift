import ModularityTestSupport
import Synchronization
import Testing

@testable import Pharos

@Suite struct MergeQueueTests {
  private static func node(level: Int) -> Node {
    Core(0, level: level, origin: nil)
  }

  @Test func `Merges leave by level, and those of one level in the order in which they came`() {
    for seed: UInt64 in 0..<200 {
      var generator = SeededGenerator(seed: seed)
      var queue = MergeQueue()
      // Sorted by level; stable, so that those of one level stay in order.
      var expected: [Node] = []
      let highest = Int.random(in: 0...12, using: &generator)
      for _ in 0..<120 {
        if Int.random(in: 0..<5, using: &generator) < 3 {
          let node = Self.node(level: .random(in: 0...highest, using: &generator))
          queue.insert(node)
          expected.insert(node, at: expected.firstIndex { $0.level > node.level } ?? expected.count)
        } else {
          let first = queue.popFirst()
          #expect(first === (expected.isEmpty ? nil : expected.removeFirst()))
        }
      }
      while let first = queue.popFirst() { #expect(first === expected.removeFirst()) }
      #expect(expected.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `A merge whose level has grown leaves later`(isSorted: Bool) {
    var queue = MergeQueue()
    let nodes = [0, 0, 2, 1].map { Self.node(level: $0) }
    for node in nodes { queue.insert(node) }
    nodes[0].height.store(3, ordering: .relaxed)
    if isSorted { queue.sort() }
    var left: [Int] = []
    while let first = queue.popFirst() { left.append(nodes.firstIndex { $0 === first } ?? -1) }
    #expect(left == [1, 3, 2, 0])
  }
}
