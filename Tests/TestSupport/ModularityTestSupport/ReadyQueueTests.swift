import Testing

@testable import ModularityTestSupport

@Suite struct `A first-in-first-out queue` {
  @Test(arguments: 0..<50) func `The queue agrees with an array`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = ReadyQueue<Int>()
    var array: [Int] = []
    for element in 0..<2000 {
      if Int.random(in: 0..<5, using: &generator) < 3 {
        queue.append(element)
        array.append(element)
      } else {
        #expect(queue.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
      }
      #expect(queue.isEmpty == array.isEmpty)
    }
  }
}
