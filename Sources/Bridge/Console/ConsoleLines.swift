/// Cuts what comes through a socket into lines.
struct ConsoleLines: Sendable {
  /// An item that the bytes so far make up.
  enum Item: Sendable, Hashable {
    case line([UInt8])
    /// A line that was longer than it may be; none of it is kept.
    case tooLong
  }

  /// The size in bytes that a line may have, without its end.
  let limit: Int
  private var begun: [UInt8] = []
  /// A Boolean value that indicates whether the line that has begun is too long already.
  private var isSkipping = false

  init(limit: Int) { self.limit = limit }

  /// The number of bytes that wait for the end of their line.
  var pendingCount: Int { begun.count }

  /// Takes in the next bytes; lines with nothing in them are left out.
  ///
  /// - Complexity: O(*n*) in the bytes.
  mutating func take(in bytes: some Sequence<UInt8>) -> [Item] {
    var items: [Item] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if isSkipping {
          isSkipping = false
        } else if !begun.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
          items.append(.line(begun))
        }
        begun.removeAll(keepingCapacity: true)
      } else if !isSkipping {
        begun.append(byte)
        if begun.count > limit {
          // Said at once, as the end may never come.
          items.append(.tooLong)
          isSkipping = true
          begun.removeAll()
        }
      }
    }
    return items
  }
}
