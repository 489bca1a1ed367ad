import SectionRegistry

/// A key that a module declares in an extension with `@RelayKeys`.
public struct DeclaredRelayKey: Sendable, Hashable, CustomStringConvertible {
  /// The keys that the modules of this process declare in their binaries.
  static let declared = DeclaredValues(of: .relayKey, evaluate: DeclaredRelayKey.init)

  /// The name of the key.
  public let name: String

  /// The type of the values, such as `Int`.
  public let valueType: String

  /// The source location of its declaration.
  public let location: CodeLocation

  /// Loads a record, which evaluates the key.
  ///
  /// - Returns: `nil` if the record declares something else, which the registry reports.
  init?(_ record: Record) {
    guard let key = record.load(as: UntypedKey.self) else { return nil }
    name = key.name
    valueType = "\(key.valueType)"
    location = CodeLocation(fileID: record.fileID, line: record.line)
  }

  public var description: String { "\(location): key '\(name)' of type '\(valueType)'" }
}
