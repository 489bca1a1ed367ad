import Declarations

@testable import SectionRegistry

/// An image made of bytes in memory.
struct FakeImage: Sendable {
  /// Accessors inside this range count as code of the image.
  static let code: Range<UInt> = 0x1000..<0x2000

  let records: ImageRecords

  /// Creates an image that holds these bytes.
  ///
  /// They are never released, like those of an image that is pinned.
  init(path: String, bytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: bytes.count, alignment: RecordLayout.alignment)
    unsafe memory.copyBytes(from: bytes)
    let image = Image.at(
      UInt(bitPattern: memory.baseAddress), path: path, code: Self.code)
    records = ImageRecords(
      image: image, runs: [unsafe RecordDecoder(UnsafeRawBufferPointer(memory))])
  }

  init(path: String = "/app", _ fields: [RecordFields], accessor: UInt64 = 0x1000) {
    self.init(path: path, bytes: fields.flatMap { $0.bytes(accessor: accessor) })
  }
}

extension RecordFields {
  init(
    _ key: String, kind: RecordKind = "test", in fileID: String = "Shop/A.swift", line: UInt32 = 1,
    column: UInt32 = 1, priority: Int32 = 0, flags: RecordFlags = []
  ) {
    self.init(
      kind: kind, key: key, fileID: fileID, line: line, column: column, priority: priority,
      flags: flags)
  }
}

extension RecordTable {
  init(_ images: FakeImage..., disabling list: String = "") {
    self.init(images: images.map(\.records), filters: RecordFilters(list: list))
  }

  /// The keys of a kind's records, in order.
  func keys(of kind: RecordKind = "test") -> [String] {
    (records[kind] ?? []).map(\.key)
  }
}
