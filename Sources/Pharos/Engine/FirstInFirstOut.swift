/// A queue: what comes first leaves first.
///
/// Its memory is used again, so that a queue that empties now and then allocates
/// nothing after a while.
@usableFromInline
struct FirstInFirstOut<Element> {
  private var elements: ContiguousArray<Element?> = []
  private var head = 0

  @usableFromInline
  init() {}

  @usableFromInline
  var isEmpty: Bool { head == elements.count }

  var first: Element? { isEmpty ? nil : elements[head] }

  var count: Int { elements.count - head }

  /// Adds an element at the end.
  @usableFromInline
  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Adds all elements of another queue at the end.
  mutating func append(contentsOf other: FirstInFirstOut) {
    elements.append(contentsOf: other.elements[other.head...])
  }

  /// Puts what a function makes of each element in its place.
  mutating func replaceEach(with make: (Element) -> Element) {
    for index in head..<elements.count { elements[index] = elements[index].map(make) }
  }

  /// Takes the first element out.
  ///
  /// - Complexity: O(1) on average.
  @usableFromInline
  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 1_024, head > elements.count / 2 {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}

extension FirstInFirstOut: Sendable where Element: Sendable {}
