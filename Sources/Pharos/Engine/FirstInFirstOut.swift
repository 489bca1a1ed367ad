/// A first-in, first-out queue.
///
/// It is a ring buffer that reuses its memory: a queue that is emptied from time to time soon stops
/// allocating. Elements are moved in and out, because copying a queued change costs more than all
/// other work on it.
// Inlinable: without the type of its elements, each step would look up types.
@safe
@usableFromInline
struct FirstInFirstOut<Element>: ~Copyable {
  // It is safe to use: the memory belongs to this queue only, and holds `count` elements from
  // `head` on, wrapping around at the end.

  @usableFromInline var memory: UnsafeMutablePointer<Element>?
  /// The number of elements that fit into the memory.
  ///
  /// A power of two, or 0 before the first element.
  @usableFromInline var capacity = 0
  /// The index of the first element.
  @usableFromInline var head = 0
  /// The number of elements.
  @usableFromInline var count = 0

  @inlinable
  init() {}

  // Inlinable like the rest: the compiler stops at an assertion otherwise (Swift 6.3.1).
  @inlinable
  deinit {
    for offset in 0..<count { unsafe place(offset).deinitialize(count: 1) }
    unsafe memory?.deallocate()
  }

  @inlinable var isEmpty: Bool { count == 0 }

  /// A copy of the first element.
  var first: Element? { isEmpty ? nil : unsafe place(0).pointee }

  /// Adds an element at the end.
  @inlinable
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe place(count).initialize(to: element)
    count += 1
  }

  /// Replaces each element by the result of a function.
  mutating func replaceEach(with make: (Element) -> Element) {
    for offset in 0..<count { unsafe place(offset).pointee = make(place(offset).pointee) }
  }

  /// Removes and returns the first element.
  @inlinable
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = unsafe place(0).move()
    head = (head + 1) & (capacity - 1)
    count -= 1
    return element
  }

  /// Returns the address of the element at an offset from the first.
  @inlinable
  @inline(__always)
  func place(_ offset: Int) -> UnsafeMutablePointer<Element> {
    unsafe memory.unsafelyUnwrapped + ((head + offset) & (capacity - 1))
  }

  /// Moves the elements to memory of twice the capacity.
  @inlinable
  @inline(never)
  mutating func grow() {
    let newCapacity = max(8, 2 * capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    for offset in 0..<count {
      unsafe (larger + offset).moveInitialize(from: place(offset), count: 1)
    }
    unsafe memory?.deallocate()
    unsafe memory = larger
    capacity = newCapacity
    head = 0
  }
}

extension FirstInFirstOut: @unchecked Sendable where Element: Sendable {
  // Why this is Sendable: the queue cannot be copied, so its memory has one owner and moves with it
  // from thread to thread. The elements are Sendable.
}
