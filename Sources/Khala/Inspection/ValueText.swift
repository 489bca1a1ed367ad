#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts that stand for a value in a URL, as ``__KhalaReader`` reads them.
enum ValueText {
  /// The texts: none for nothing, one for each element of an array, and otherwise
  /// one.
  ///
  /// - Returns: Nothing if there is no text for a value of its type.
  static func texts(of value: Any?) -> [String]? {
    guard let value = value.flatMap(unwrapped) else { return [] }
    guard let elements = value as? [Any] else { return text(of: value).map { [$0] } }
    let texts = elements.compactMap { unwrapped($0).flatMap(text) }
    return texts.count == elements.count ? texts : nil
  }

  private static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrapped.flatMap(unwrapped)
  }

  private static func text(of value: Any) -> String? {
    if let value = value as? any LosslessStringConvertible { return value.description }
    if let value = value as? any RawRepresentable,
      let raw = rawValue(of: value) as? any LosslessStringConvertible
    {
      return raw.description
    }
    guard let value = value as? any Encodable else { return nil }
    return json(value)
  }

  private static func rawValue(of value: some RawRepresentable) -> Any { value.rawValue }

  /// The JSON of a value; that of a text without its quotes.
  private static func json(_ value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(value) else { return nil }
    return (try? JSONDecoder().decode(String.self, from: json))
      ?? String(decoding: json, as: UTF8.self)
  }
}
