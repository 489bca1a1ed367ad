import SectionRegistry

extension RecordKind {
  /// The kind of the records that declare keys.
  static let relayKey: RecordKind = "phky"
}

/// A key that a module declares in an extension with `@RelayKeys`.
public struct DeclaredRelayKey: Sendable, Hashable, CustomStringConvertible {
  /// The name of the key.
  public let name: String

  /// The type of the values, such as `Int`.
  public let valueType: String

  /// Where it is declared, as `Module/File.swift`.
  public let fileID: String

  /// The line on which it is declared.
  public let line: Int

  /// Loads what a record declares, which evaluates the key.
  ///
  /// A record that declares something else is in the registry's list of problems.
  init?(_ record: Record) {
    guard let key = record.load(as: UntypedKey.self) else { return nil }
    name = key.name
    valueType = "\(key.valueType)"
    fileID = record.fileID
    line = record.line
  }

  public var description: String { "\(fileID):\(line): key '\(name)' of type '\(valueType)'" }
}
