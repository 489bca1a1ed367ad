/// The properties of a record that are single bits.
///
/// The low byte means the same for every kind; the high byte is free for a kind
/// to define.
public struct RecordFlags: OptionSet, Hashable, Sendable {
  /// The bits as they stand in the record.
  public let rawValue: UInt16

  /// Creates flags from the bits of a record; unknown bits are kept.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The declaration may take effect more than once.
  public static let repeatable = RecordFlags(rawValue: 1 << 0)
  /// The declaration is asynchronous.
  public static let asynchronous = RecordFlags(rawValue: 1 << 1)
  /// The declaration belongs to the main actor.
  public static let mainActor = RecordFlags(rawValue: 1 << 2)
  /// No other record of this kind may have the same key.
  public static let unique = RecordFlags(rawValue: 1 << 3)
  /// The key is the source text of an expression whose value only the running
  /// program knows.
  public static let unresolvedKey = RecordFlags(rawValue: 1 << 4)
  /// The priority stands here as 0, because only the running program knows it.
  public static let unresolvedPriority = RecordFlags(rawValue: 1 << 5)
  /// The flag of a task whose due times a store keeps.
  package static let durableTask = RecordFlags(rawValue: 1 << 8)
}
