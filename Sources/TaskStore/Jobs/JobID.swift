/// Identifies a job in its store.
public struct JobID: Sendable, Hashable, Comparable, Codable, LosslessStringConvertible {
  /// The number: that of a job is greater than those of the jobs before it.
  public let number: Int64

  /// Creates an identifier from its number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// Creates an identifier from its number as text.
  public init?(_ description: String) {
    guard let number = Int64(description) else { return nil }
    self.init(number)
  }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  public var description: String { "\(number)" }

  public static func < (left: JobID, right: JobID) -> Bool { left.number < right.number }
}
