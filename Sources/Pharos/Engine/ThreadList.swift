/// A list that one thread uses, and that keeps its memory when it is emptied.
///
/// Without the checks of an array for other references to its memory, which take longer than
/// all else that is done with an element.
@safe
struct ThreadList<Element>: ~Copyable {
  // It is safe to use: the memory holds `count` elements, has place for `capacity`, and is
  // this list's alone.

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

  /// Takes the last element out.
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

  /// The elements whose index is not below a number.
  func elements(from start: Int) -> ContiguousArray<Element> {
    unsafe ContiguousArray(UnsafeBufferPointer(start: memory + start, count: count - start))
  }

  /// The first index of an element that fulfils a condition.
  @inline(__always)
  func firstIndex(where isWanted: (borrowing Element) -> Bool) -> Int? {
    for index in 0..<count where unsafe isWanted(memory[index]) { return index }
    return nil
  }

  /// Takes all elements out whose index is not below a number.
  ///
  /// One by one, so that each is released when the list is in order: what it is the last to
  /// keep may use the list.
  mutating func removeLast(downTo start: Int) {
    while count > start { _ = popLast() }
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
