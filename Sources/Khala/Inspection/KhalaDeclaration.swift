/// A declaration of Khala's as it stands in a binary: a routing class, or a
/// function with `@KhalaCall`.
///
/// A program makes them of its own records (``Khala/routes`` does); a tool makes
/// them of the records that it finds in a file, and learns the same without
/// running the program.
public struct KhalaDeclaration: Hashable, Sendable {
  /// What is declared.
  enum Kind: Hashable {
    case module
    case contract
  }

  let kind: Kind

  /// The name of a routing class, or the URL of a contract.
  public let key: String

  /// What the record says in JSON.
  public let detail: String

  /// Where it was written.
  public let place: KhalaPlace

  /// Takes over a record, or nothing if it is of another kind.
  ///
  /// - Parameters:
  ///   - recordKind: The four characters of the record's kind: `khla` for a
  ///     routing class, `khct` for a contract.
  ///   - key: The record's key.
  ///   - detail: The record's detail, a JSON object.
  ///   - place: The record's file and line.
  public init?(recordKind: String, key: String, detail: String, place: KhalaPlace) {
    switch recordKind {
    case "khla": kind = .module
    case "khct": kind = .contract
    default: return nil
    }
    self.key = key
    self.detail = detail
    self.place = place
  }
}
