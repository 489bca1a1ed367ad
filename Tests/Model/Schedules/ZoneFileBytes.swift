/// A file of a time zone, made for a test.
struct ZoneFileBytes {
  var magic = "TZif"
  var version = UInt8(ascii: "2")
  var changes: [(Int64, UInt8)] = []
  var offsets: [Int32] = [0]
  var leapSeconds: UInt32 = 0
  var rule = ""

  init(changes: [(Int64, UInt8)] = [], offsets: [Int32] = [0], rule: String) {
    self.changes = changes
    self.offsets = offsets
    self.rule = rule
  }

  /// A table without changes for old readers, the table and the rule.
  var bytes: [UInt8] {
    header(changes: 0, types: 1) + [0, 0, 0, 0, 0, 0, 0]
      + header(changes: UInt32(changes.count), types: UInt32(offsets.count))
      + changes.flatMap { Self.bigEndian($0.0) } + changes.map(\.1)
      + offsets.flatMap { Self.bigEndian($0) + [0, 0] } + [0]
      + Array(repeating: 0, count: 12 * Int(leapSeconds)) + Array("\n\(rule)\n".utf8)
  }

  private func header(changes: UInt32, types: UInt32) -> [UInt8] {
    Array(magic.utf8) + [version] + Array(repeating: 0, count: 15)
      + [0, 0, changes == 0 ? 0 : leapSeconds, changes, types, 1].flatMap(Self.bigEndian)
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
