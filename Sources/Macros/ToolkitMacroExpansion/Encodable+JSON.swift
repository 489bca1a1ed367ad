public import Declarations

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Encodable {
  /// Returns the value as JSON text, the same for equal values: keys are sorted.
  ///
  /// - Throws: An `EncodingError` for a number that JSON cannot represent, such as
  ///   infinity.
  func jsonText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

/// A JSON value, for the detail of a record.
public typealias JSONValue = DetailValue

extension DetailValue {
  /// The value as JSON text, the same for equal values: keys are sorted.
  ///
  /// - Throws: An `EncodingError` for a number that JSON cannot represent, such as
  ///   infinity.
  public func text() throws -> String { try jsonText() }
}
