import Foundation

/// Values whose types are known to be fit for any thread, out of those that are not.
///
/// The compiler alone knows what is `Sendable`; when the program runs, only a type can be
/// asked for.
enum PlainValues {
  /// The values by name of texts, numbers, dates and the like, and of lists of those.
  static func of(_ values: some Sequence<(key: String, value: Any)>) -> [String: any Sendable] {
    var plain: [String: any Sendable] = [:]
    for (name, value) in values { plain[name] = of(value) }
    return plain
  }

  private static func of(_ value: Any) -> (any Sendable)? {
    switch value {
    case let value as String: value
    case let value as Bool: value
    case let value as Int: value
    case let value as Double: value
    case let value as Float: value
    case let value as any BinaryInteger & Sendable: value
    case let value as Date: value
    case let value as URL: value
    case let value as UUID: value
    case let value as Data: value
    case let value as [String]: value
    case let value as [Int]: value
    case let value as [Double]: value
    case let value as [String: String]: value
    default: nil
    }
  }
}
