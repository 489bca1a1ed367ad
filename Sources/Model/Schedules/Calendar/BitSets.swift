extension FixedWidthInteger where Self: UnsignedInteger {
  /// Returns the set of the numbers in a range, whose lower bound must not be negative.
  @inline(__always)
  static func bits(_ range: ClosedRange<Int>) -> Self {
    let above: Self = range.upperBound + 1 >= bitWidth ? 0 : ~0 << Self(range.upperBound + 1)
    return ~above & (~0 << Self(range.lowerBound))
  }

  /// Returns whether a number is in the set.
  @inline(__always)
  func hasBit(_ number: Int) -> Bool {
    self >> Self(number) & 1 != 0
  }

  /// Returns the first number of the set from a number on.
  @inline(__always)
  func firstBit(atOrAbove number: Int) -> Int? {
    guard number < Self.bitWidth else { return nil }
    let rest = self >> Self(number)
    return rest == 0 ? nil : number + rest.trailingZeroBitCount
  }

  /// Returns the last number of the set up to a number.
  @inline(__always)
  func lastBit(atOrBelow number: Int) -> Int? {
    guard number >= 0 else { return nil }
    let rest = self << Self(Self.bitWidth - 1 - number)
    return rest == 0 ? nil : number - rest.leadingZeroBitCount
  }

  /// The numbers of the set in ascending order.
  var bitNumbers: [Int] {
    (0..<Self.bitWidth).filter { hasBit($0) }
  }
}

/// A set of years that a cron expression can name.
struct YearSet: Sendable, Hashable {
  /// The years that the set can contain, starting with the Unix epoch.
  static let years = 1970...2199

  private var words = SIMD4<UInt64>()

  /// The years in ascending order.
  var numbers: [Int] { Self.years.filter(contains) }

  mutating func insert(_ year: Int) {
    let index = year - Self.years.lowerBound
    words[index / 64] |= 1 << UInt64(index % 64)
  }

  func contains(_ year: Int) -> Bool {
    guard Self.years ~= year else { return false }
    let index = year - Self.years.lowerBound
    return words[index / 64].hasBit(index % 64)
  }

  /// Returns the first year of the set from a year on.
  func first(atOrAfter year: Int) -> Int? {
    guard year <= Self.years.upperBound else { return nil }
    let index = max(year - Self.years.lowerBound, 0)
    for word in index / 64..<4 {
      let start = word == index / 64 ? index % 64 : 0
      if let bit = words[word].firstBit(atOrAbove: start) {
        return Self.years.lowerBound + 64 * word + bit
      }
    }
    return nil
  }

  /// Returns the last year of the set up to a year.
  func last(atOrBefore year: Int) -> Int? {
    let index = min(year, Self.years.upperBound) - Self.years.lowerBound
    guard index >= 0 else { return nil }
    for word in (0...index / 64).reversed() {
      let end = word == index / 64 ? index % 64 : 63
      if let bit = words[word].lastBit(atOrBelow: end) {
        return Self.years.lowerBound + 64 * word + bit
      }
    }
    return nil
  }
}
