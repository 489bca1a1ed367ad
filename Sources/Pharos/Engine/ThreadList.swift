/// A list for one thread that keeps its memory when it is emptied.
///
/// An array checks for other references to its memory, which takes longer than everything else that
/// is done with an element here.
@safe
struct ThreadList<Element>: ~Copyable {
  // It is safe to use: the memory holds `count` elements, has capacity for `capacity`, and belongs
  // to this list only.

  private var memory: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 8
    unsafe memory = .allocate(capacity: 8)
  }

  deinit {
    unsafe memory.deinitialize(count: count)
    unsafe memory.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    @inline(__always)
    unsafeAddress {
      precondition(index >= 0 && index < count)
      return unsafe UnsafePointer(memory + index)
    }
    @inline(__always)
    unsafeMutableAddress {
      precondition(index >= 0 && index < count)
      return unsafe memory + index
    }
  }

  /// Adds an element at the end.
  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (memory + count).initialize(to: element)
    count += 1
  }

  /// Removes and returns the last element.
  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return unsafe (memory + count).move()
  }

  /// Exchanges two elements.
  mutating func swapAt(_ one: Int, _ other: Int) {
    precondition(one < count && other < count)
    unsafe swap(&memory[one], &memory[other])
  }

  /// Returns the elements from an index on.
  func elements(from start: Int) -> ContiguousArray<Element> {
    unsafe ContiguousArray(UnsafeBufferPointer(start: memory + start, count: count - start))
  }

  /// Returns the first index of an element that satisfies a condition.
  @inline(__always)
  func firstIndex(where isWanted: (borrowing Element) -> Bool) -> Int? {
    for index in 0..<count where unsafe isWanted(memory[index]) { return index }
    return nil
  }

  /// Removes the elements from an index on.
  ///
  /// They are removed one by one, so that the list is consistent whenever an element is released.
  /// Releasing it may run code that uses the list.
  mutating func removeLast(downTo start: Int) {
    // Not by `popLast`: a debug build would look up the type of its optional for each element.
    while count > start {
      count -= 1
      _ = unsafe (memory + count).move()
    }
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    unsafe larger.moveInitialize(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = larger
    capacity *= 2
  }
}
