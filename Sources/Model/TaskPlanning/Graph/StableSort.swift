/// Puts small numbers in the order of their keys, equal ones as they were: digit by
/// digit, so in linear time.
enum StableSort {
  private static let digitCount = 256

  /// The numbers in ascending order of their keys.
  ///
  /// - Parameters:
  ///   - numbers: Places in `keys`.
  ///   - keys: The key of each.
  /// - Returns: The same numbers.
  /// - Complexity: Linear in the numbers for each byte in which keys differ.
  static func sorted(_ numbers: [Int32], by keys: [UInt]) -> [Int32] {
    var sorted = numbers
    var next = numbers
    var widest: UInt = 0
    for number in numbers { widest |= keys[Int(number)] }
    var shift: UInt = 0
    while shift < UInt(UInt.bitWidth), widest >> shift != 0 {
      var places = [Int](repeating: 0, count: digitCount)
      for number in sorted { places[digit(of: keys[Int(number)], shift)] += 1 }
      var place = 0
      for digit in 0..<digitCount {
        let count = places[digit]
        places[digit] = place
        place += count
      }
      for number in sorted {
        let digit = digit(of: keys[Int(number)], shift)
        next[places[digit]] = number
        places[digit] += 1
      }
      swap(&sorted, &next)
      shift += 8
    }
    return sorted
  }

  private static func digit(of key: UInt, _ shift: UInt) -> Int { Int(key >> shift & 255) }
}
