/// The number of bytes that may still be read as records or as tables beside them.
///
/// No good file says twice that the same bytes are records, so reading a few times
/// its size is enough for all of it. A file whose headers all point at one place
/// would else take time that grows with the square of its size. A sparse file takes
/// little space however large it says that it is, so there is a largest size too.
struct ReadBudget {
  /// Room for half a million records.
  static let largest = 128 << 20

  private var left: Int

  init(for bytes: Bytes) {
    left = min(4 * bytes.count, Self.largest)
  }

  /// Takes what reading these bytes costs; false when that is too much.
  mutating func spend(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }
}
