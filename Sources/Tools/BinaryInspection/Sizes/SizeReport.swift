import BinaryRecords

/// The cost of declarations in a program: bytes of its files, and code before `main`.
package struct SizeReport: Sendable, Encodable {
  /// Declarations that are counted together.
  package struct Share: Sendable, Hashable, Encodable {
    /// The module or kind that they have in common.
    package let name: String
    package let records: Int
    package let bytes: Int
  }

  /// One image, and what is in it besides records.
  package struct Image: Sendable, Hashable, Encodable {
    package let name: String
    package let records: Int
    package let bytes: Int
    /// The size in bytes of the addresses of all functions that run before `main`,
    /// those of other software included: the same with many records as with few.
    package let startUpBytes: UInt64
  }

  package let records: Int
  package let bytes: Int
  /// The average size of a record in bytes.
  package var bytesPerRecord: Int { records == 0 ? 0 : bytes / records }
  /// By module, the largest first.
  package let modules: [Share]
  /// By sort of declaration, the largest first.
  package let kinds: [Share]
  package let images: [Image]
  /// The single declarations, the largest first.
  package let largest: [RecordListing.Entry]

  /// Weighs a program.
  ///
  /// - Parameters:
  ///   - program: Whose files are weighed.
  ///   - count: How many of the largest declarations are named.
  package init(_ program: InspectedProgram, largest count: Int = 10) {
    let entries = RecordListing(program.records).entries
    records = entries.count
    bytes = entries.reduce(0) { $0 + $1.bytes }
    modules = Self.shares(of: entries, by: \.module)
    kinds = Self.shares(of: entries, by: \.kind)
    images = program.images.map { image in
      Image(
        name: image.name, records: image.records.count, bytes: image.recordByteCount,
        startUpBytes: image.traits.startUpByteCount)
    }
    largest = Array(entries.sorted { ($1.bytes, $0) < ($0.bytes, $1) }.prefix(count))
  }

  private static func shares(
    of entries: [RecordListing.Entry], by name: (RecordListing.Entry) -> String
  ) -> [Share] {
    Dictionary(grouping: entries, by: name)
      .map { Share(name: $0, records: $1.count, bytes: $1.reduce(0) { $0 + $1.bytes }) }
      .sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
  }
}
