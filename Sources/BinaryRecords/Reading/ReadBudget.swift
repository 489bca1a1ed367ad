/// How many bytes may still be read as records or as tables beside them.
///
/// No good file says twice that the same bytes are records, so reading a few times
/// its size is enough for all of it. A file whose headers all point at one place
/// would else take time that grows with the square of its size.
struct ReadBudget {
  private var left: Int

  init(for bytes: Bytes) {
    left = 4 * bytes.count
  }

  /// Takes what reading these bytes costs; false when that is too much.
  mutating func spend(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }
}
