package import RecordFormat

/// A declaration that stands in a file.
package struct BinaryRecord: Sendable, Hashable, Identifiable {
  /// Where the function is that hands out what is declared.
  package enum Accessor: Sendable, Hashable {
    /// At this address, as the file counts them.
    case address(UInt64)
    /// Where a linker or the loader will put it.
    case symbolic
    /// Nowhere: the record could not be used.
    case missing
  }

  package let kind: RecordKind
  package let key: String
  /// Where it was written, as `#fileID` says it.
  package let fileID: String
  package let line: Int
  package let column: Int
  package let priority: Int
  package let flags: RecordFlags
  /// Tells this declaration from every other, also in the running process.
  package let id: UInt64
  /// A JSON object, or nothing.
  package let detail: String
  package let accessor: Accessor
  /// The file, and the member in it.
  package let image: String
  /// Where the record stands in the file.
  package let offset: Int
  /// How many bytes it takes.
  package let byteCount: Int
  /// The group of sections it belongs to, of which a linker keeps only one in
  /// all files together.
  package let group: String?

  /// The module that declares it.
  ///
  /// By bytes, because lists ask all records of a program, and to find characters takes longer.
  package var module: String { String(Substring(fileID.utf8.prefix { $0 != UInt8(ascii: "/") })) }
}

extension BinaryRecord: CustomStringConvertible {
  /// The kind and key, and where they were written:
  /// `shop:checkout (Shop/Checkout.swift:12)`.
  package var description: String { "\(kind):\(key) (\(fileID):\(line))" }
}

extension BinaryRecord {
  /// Whether a record comes first in the order that a running process has too: by
  /// kind, priority, file, line, column and id.
  static func areOrdered(_ left: BinaryRecord, _ right: BinaryRecord) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    if left.priority != right.priority { return left.priority > right.priority }
    if left.fileID != right.fileID {
      return left.fileID.utf8.lexicographicallyPrecedes(right.fileID.utf8)
    }
    if left.line != right.line { return left.line < right.line }
    if left.column != right.column { return left.column < right.column }
    if left.id != right.id { return left.id < right.id }
    return left.offset < right.offset
  }
}
