/// A queue: elements leave in the order they came.
///
/// Pharos has one like it, which is compiled with its elements and cannot come from elsewhere.
struct ReadyQueue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  /// A Boolean value that indicates whether nothing waits.
  var isEmpty: Bool { head == elements.count }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(1) amortised.
  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes out the element that has waited longest.
  ///
  /// - Complexity: O(1) amortised.
  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      // A queue that never runs empty must not grow for ever either.
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
