package import Declarations

/// A declaration of Khala's as it stands in a binary: a routing class, or a
/// function with `@KhalaCall`.
///
/// A program makes them of its own records (``Khala/routes`` does); a tool makes
/// them of the records that it finds in a file, and learns the same without
/// running the program.
public struct KhalaDeclaration: Hashable, Sendable {
  /// The name of a routing class, or the URL of a contract.
  public let key: String

  /// The declaration of the record, or the fault of its detail.
  package let content: Result<Declaration, RecordFault>

  /// The source location of the declaration.
  public let location: CodeLocation

  /// Takes over a record, or nothing if it is of another kind.
  ///
  /// - Parameters:
  ///   - recordKind: The four characters of the record's kind: `khla` for a
  ///     routing class, `khct` for a contract.
  ///   - key: The record's key.
  ///   - detail: The record's detail, a JSON object.
  ///   - location: The record's file and line.
  public init?(recordKind: String, key: String, detail: String, location: CodeLocation) {
    guard let kind = RecordKind(recordKind) else { return nil }
    let record = DeclaredRecord(
      kind: kind, key: key, fileID: location.fileID, line: location.line, id: 0, detail: detail)
    self.init(record, Result { () throws(RecordFault) in try record.declaration() })
  }

  /// Takes over a record that has been read, or nothing if it is of another kind.
  package init?(_ record: DeclaredRecord, _ content: Result<Declaration, RecordFault>) {
    guard [.routingClass, .contract].contains(record.kind) else { return nil }
    key = record.key
    self.content = content
    location = CodeLocation(fileID: record.fileID, line: record.line)
  }
}

extension KhalaDeclaration {
  // Without the content: there is hardly more than one declaration of a key at one source location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(location)
  }
}
