/// Plain values that are written once and then only read.
///
/// Reading an element is one load: no buffer is retained and no bounds are
/// checked, which is worth a third of a lookup. The code that makes one owns it and
/// frees it.
@safe
struct FixedArray<Element: BitwiseCopyable & Sendable> {
  private let start: UnsafeMutablePointer<Element>
  let count: Int

  /// Copies the elements.
  init(_ elements: [Element]) {
    count = elements.count
    unsafe start = .allocate(capacity: max(count, 1))
    for index in elements.indices { unsafe (start + index).initialize(to: elements[index]) }
  }

  /// The element at this index, which must be below `count`.
  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return unsafe start[index]
    }
  }

  /// The place of the element at this index, good for as long as the array is: of a large
  /// element, only what is used is read.
  @unsafe @inline(__always)
  func pointer(at index: Int) -> UnsafePointer<Element> {
    assert(index >= 0 && index < count)
    return unsafe UnsafePointer(start + index)
  }

  /// Gives the memory back; the array must not be used after that.
  @unsafe
  func deallocate() {
    unsafe start.deallocate()
  }
}

extension FixedArray where Element == UInt8 {
  /// A view of the bytes, good for as long as the array is.
  @inline(__always) var bytes: ByteView {
    unsafe ByteView(UnsafeBufferPointer(start: start, count: count))
  }
}

// Sendable: nothing is written after the initializer, and the owner frees the
// memory only when there is no other reference to the array.
extension FixedArray: @unchecked Sendable {}
