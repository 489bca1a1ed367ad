import ModularityTestSupport
import TaskPlanning
import Testing

@Suite struct RankedSetTests {
  @Test(arguments: [0, 1, 63, 64, 65, 4_096, 4_097, 262_145])
  func `All inserted elements are taken out in order`(capacity: Int) {
    var set = RankedSet(capacity: capacity)
    #expect(set.popFirst() == nil)
    var generator = SeededGenerator(seed: 1)
    let numbers = Set(
      (0..<min(capacity, 500)).map { _ in
        Int.random(in: 0..<capacity, using: &generator)
      }
    )
    .union(capacity > 0 ? [0, capacity - 1] : [])
    for number in numbers.shuffled(using: &generator) { set.insert(number) }
    #expect(set.count == numbers.count)
    var popped: [Int] = []
    while let number = set.popFirst() { popped.append(number) }
    #expect(popped == numbers.sorted() && set.count == 0)
  }

  @Test(arguments: 1...20)
  func `A ranked set agrees with a set under all operations`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var set = RankedSet(capacity: 5_000)
    var reference: Set<Int> = []
    for _ in 0..<1_000 {
      let number = Int.random(in: 0..<5_000, using: &generator) / 7 * 7
      switch Int.random(in: 0..<4, using: &generator) {
      case 0, 1:
        set.insert(number)
        reference.insert(number)
      case 2:
        set.remove(number)
        reference.remove(number)
      default:
        let first = reference.min()
        #expect(set.popFirst() == first)
        if let first { reference.remove(first) }
      }
      #expect(set.count == reference.count)
    }
  }
}
