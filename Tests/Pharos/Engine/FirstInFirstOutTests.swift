import Testing

@testable import Pharos

// A queue is not copyable, and so is read before an expectation.
@Suite struct FirstInFirstOutTests {
  private final class Element {}

  @Test func `Elements leave in the order in which they came, however many wait meanwhile`() {
    var queue = FirstInFirstOut<Int>()
    var (added, taken) = (0, 0)
    // Waves of other sizes than the memory, so that the queue grows at each of its places.
    for wave in 1...40 {
      for _ in 0..<wave {
        queue.append(added)
        added += 1
      }
      for _ in 0..<(wave * 3 / 4) {
        let element = queue.popFirst()
        #expect(element == taken)
        taken += 1
      }
      let count = queue.count
      #expect(count == added - taken)
    }
    while let element = queue.popFirst() {
      #expect(element == taken)
      taken += 1
    }
    #expect(taken == added)
    let isEmpty = queue.isEmpty
    #expect(isEmpty)
  }

  @Test func `The first element can be read without taking it out`() {
    var queue = FirstInFirstOut<String>()
    let none = queue.first
    #expect(none == nil)
    queue.append("a")
    queue.append("b")
    let (first, count) = (queue.first, queue.count)
    #expect(first == "a")
    #expect(count == 2)
  }

  @Test func `Each element can be replaced, also where the memory starts again`() {
    var queue = FirstInFirstOut<Int>()
    for number in 0..<8 { queue.append(number) }
    for _ in 0..<5 { _ = queue.popFirst() }
    for number in 8..<12 { queue.append(number) }
    queue.replaceEach { $0 * 10 }
    var elements: [Int] = []
    while let element = queue.popFirst() { elements.append(element) }
    #expect(elements == (5..<12).map { $0 * 10 })
  }

  @Test func `Elements are released when they have left, and with the queue`() {
    weak var first: Element?
    weak var second: Element?
    do {
      var queue = FirstInFirstOut<Element>()
      do {
        let elements = (Element(), Element())
        (first, second) = elements
        queue.append(elements.0)
        queue.append(elements.1)
      }
      #expect(first != nil)
      _ = queue.popFirst()
      #expect(first == nil)
      #expect(second != nil)
    }
    #expect(second == nil)
  }
}
