import BinaryRecords

/// The cost of the declarations in a program: the bytes in its files, and the code before `main`.
package struct SizeReport: Sendable, Encodable {
  /// The total of the declarations of one module or kind.
  package struct Share: Sendable, Hashable, Encodable {
    /// The name of the module or the kind.
    package let name: String
    package let records: Int
    package let bytes: Int
  }

  /// The totals of one image.
  package struct Image: Sendable, Hashable, Encodable {
    package let name: String
    package let records: Int
    package let bytes: Int
    /// The size in bytes of the table of functions that run before `main`.
    ///
    /// It includes functions of other software, and does not depend on the number of records.
    package let startUpBytes: UInt64
  }

  package let records: Int
  package let bytes: Int
  /// The average size of a record in bytes.
  package var bytesPerRecord: Int { records == 0 ? 0 : bytes / records }
  /// The totals of the modules, the largest first.
  package let modules: [Share]
  /// The totals of the kinds of declarations, the largest first.
  package let kinds: [Share]
  package let images: [Image]
  /// The largest declarations, in descending order of size.
  package let largest: [RecordListing.Entry]

  /// Measures a program.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - count: The maximum number of declarations in ``largest``.
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
