/// The route that an address leads to.
@usableFromInline
package struct RouteMatch<Route: Sendable>: Sendable {
  @usableFromInline package let route: Route

  /// The number of the route among the entries of its table.
  @usableFromInline package let entry: Int

  @usableFromInline package let captures: RouteCaptures

  @inlinable
  init(route: Route, entry: Int, captures: RouteCaptures) {
    self.route = route
    self.entry = entry
    self.captures = captures
  }
}

/// The captures of a pattern, as ranges in the address; decoded when asked for.
///
/// Those of a pattern without captures, which is what most calls have, refer to
/// nothing.
@usableFromInline
package struct RouteCaptures: Sendable {
  /// The text of the address.
  private let text: String
  private let found: RouteIndex.Found
  /// The index that the route was found in, or `nil` if its pattern has no captures.
  private let index: RouteIndex?

  /// Nothing was captured.
  package static var none: RouteCaptures { RouteCaptures() }

  @inline(__always)
  private init() {
    text = ""
    found = .nothing
    index = nil
  }

  /// Creates the captures of a route that was found for the address of this text.
  @usableFromInline @inline(__always)
  package init(_ text: String, _ found: RouteIndex.Found, in index: RouteIndex) {
    let hasCaptures = index.variants[Int(found.variant)].hasCaptures
    self.text = hasCaptures ? text : ""
    self.found = found
    self.index = hasCaptures ? index : nil
  }

  /// The names of all captures of the pattern, from left to right.
  package var names: [String] { index.map { $0.names[$0.entry(of: found)] } ?? [] }

  /// The number of captured texts: fewer than there are names if optional components are missing.
  package var count: Int { found.ranges.count }

  /// The captured text, decoded; nil if the component is missing, or if no
  /// capture has this name.
  ///
  /// The components of a rest are joined by slashes; ``components(of:)`` tells
  /// them from slashes that were escaped.
  package subscript(name: String) -> String? {
    guard let index, let number = number(of: name, in: index) else { return nil }
    guard isRest(number, in: index) else { return decodedText(number, in: index) }
    return restComponents(number, in: index).joined(separator: "/")
  }

  /// The captured text as a value, or nil if it is missing or no such value.
  package func value<Value: LosslessStringConvertible>(
    of name: String, as type: Value.Type = Value.self
  ) -> Value? {
    self[name].flatMap { Value($0) }
  }

  /// The components that were captured, decoded: several for a rest, none if they
  /// are missing.
  ///
  /// Never inlined: it would weigh 5 KB wherever captures are shown.
  @inline(never)
  package func components(of name: String) -> [String] {
    guard let index, let number = number(of: name, in: index) else { return [] }
    return isRest(number, in: index)
      ? restComponents(number, in: index) : [decodedText(number, in: index)]
  }

  /// Everything that was captured, in the order of the path.
  package var texts: [(name: String, value: String)] {
    index == nil ? [] : names.compactMap { name in self[name].map { (name, $0) } }
  }

  /// The same, by name.
  package var dictionary: [String: String] {
    Dictionary(texts.map { ($0.name, $0.value) }) { _, last in last }
  }

  private func number(of name: String, in index: RouteIndex) -> Int? {
    index.capturedNames[Int(found.variant)].firstIndex(of: name)
  }

  private func isRest(_ number: Int, in index: RouteIndex) -> Bool {
    number == count - 1 && index.variants[Int(found.variant)].hasRest
  }

  private func decodedText(_ number: Int, in index: RouteIndex) -> String {
    let range = range(number, in: index)
    return ByteView.of(text) { PercentEncoding.decode($0, in: range) }
  }

  private func restComponents(_ number: Int, in index: RouteIndex) -> [String] {
    let range = range(number, in: index)
    let address = address
    let path = address.layout.path
    guard range.start < path.start else { return address.decodedComponents(range) }
    // A rest that begins in the host has the port in it, which is no component.
    let host = ByteRange(start: range.start, end: address.layout.hostEnd)
    return [address.decoded(host)] + address.decodedComponents(path)
  }

  private func range(_ number: Int, in index: RouteIndex) -> ByteRange {
    found.ranges[number] ?? index.range(ofCapture: number, of: found.variant, in: address)
  }

  /// The address, taken apart once more: only rests and captures behind the first four
  /// need its parts, so that all others have less to carry.
  private var address: RouteAddress {
    do {
      return try RouteAddress(text)
    } catch {
      preconditionFailure("'\(text)' was an address, and is none now: \(error)")
    }
  }
}

/// The ranges of captures in an address: the first four, which is nearly always all of
/// them, so that to match allocates nothing and to copy a match retains nothing.
struct CapturedRanges: BitwiseCopyable, Hashable, Sendable {
  /// The number of captures that are kept.
  static let capacity = 4

  /// The number of captures, kept or not.
  var count: Int { Int(shortCount) }
  private var shortCount: Int32
  private var first: ByteRange
  private var second: ByteRange
  private var third: ByteRange
  private var fourth: ByteRange

  /// No captures.
  static let none = CapturedRanges(count: 0) { _ in .empty }

  /// Asks where each capture is that can be kept.
  @inline(__always)
  init(count: Int, range: (Int) -> ByteRange) {
    shortCount = Int32(truncatingIfNeeded: count)
    first = count > 0 ? range(0) : .empty
    second = count > 1 ? range(1) : .empty
    third = count > 2 ? range(2) : .empty
    fourth = count > 3 ? range(3) : .empty
  }

  /// Adds a capture behind the others, and keeps its range if there is room.
  @inline(__always)
  mutating func append(_ range: ByteRange) {
    switch shortCount {
    case 0: first = range
    case 1: second = range
    case 2: third = range
    case 3: fourth = range
    default: break
    }
    shortCount &+= 1
  }

  /// The range of a capture, if it is one of those that are kept.
  subscript(index: Int) -> ByteRange? {
    switch index {
    case 0: first
    case 1: second
    case 2: third
    case 3: fourth
    default: nil
    }
  }
}

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
