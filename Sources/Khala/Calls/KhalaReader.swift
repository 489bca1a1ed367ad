#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader that parses values of a type from the strings in a URL.
///
/// The compiler chooses among the static functions by the type of the parameter, in this order:
///
/// * `Bool`: `true` or `1`, `false` or `0`. A name without a value is `true`.
/// * A type that can be created from its description (`LosslessStringConvertible`), such as `Int`
///   or `String`.
/// * A type with a raw value that can be created from a description.
/// * A decodable type, from JSON. A string that is not valid JSON for it, such as a URL, is tried
///   as a JSON string.
/// * Any other type has no string form. The caller must pass its values.
///
/// - Warning: Code of the macro `@KhalaModule` uses this type. Do not use it directly.
public struct __KhalaReader<Value> {
  /// The strings that it reads.
  @usableFromInline
  internal enum Kind {
    /// The first string of a name.
    case single((String) -> Value?)
    /// All strings of a name.
    case several(([String]) -> Value?)
  }

  @usableFromInline internal let kind: Kind
  /// The string that stands for a name without a value.
  @usableFromInline internal let textOfFlag: String?

  /// A Boolean value that indicates whether it reads all strings of a name.
  @inlinable internal var takesSeveral: Bool {
    if case .several = kind { true } else { false }
  }

  @inlinable
  internal init(_ kind: Kind, textOfFlag: String? = nil) {
    self.kind = kind
    self.textOfFlag = textOfFlag
  }

  /// Returns a reader of the first string of a name.
  static func text(_ read: @escaping (String) -> Value?) -> Self { Self(.single(read)) }

  /// Converts a value of the caller: unchanged if it has the type, parsed if it is a string.
  @inlinable
  internal func value(_ given: Any) -> Value? {
    if let value = given as? Value { return value }
    switch kind {
    case .single(let read): return (given as? String).flatMap(read)
    case .several(let read): return (given as? [String]).flatMap(read)
    }
  }
}

@available(*, unavailable)
extension __KhalaReader: Sendable {}

// The overloads with several protocols exist only to resolve ambiguities.
extension __KhalaReader {
  /// Returns the reader for a type without a string form.
  ///
  /// It also accepts `Any` and similar types.
  @inlinable
  public static func of(_: Value.Type) -> Self {
    Self(.single { $0 as? Value })
  }

  @inlinable
  public static func of(_: Value.Type) -> Self where Value == Bool {
    Self(
      .single { text in
        switch text {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
      }, textOfFlag: "true")
  }

  // MARK: From a description

  @inlinable
  public static func of(_: Value.Type) -> Self where Value: LosslessStringConvertible {
    Self(.single { Value($0) })
  }

  @inlinable
  public static func of(_: Value.Type) -> Self where Value: LosslessStringConvertible & Decodable {
    Self(.single { Value($0) })
  }

  @inlinable
  public static func of(_: Value.Type) -> Self
  where Value: LosslessStringConvertible & RawRepresentable {
    Self(.single { Value($0) })
  }

  @inlinable
  public static func of(_: Value.Type) -> Self
  where
    Value: LosslessStringConvertible & RawRepresentable, Value.RawValue: LosslessStringConvertible
  {
    Self(.single { Value($0) })
  }

  @inlinable
  public static func of(_: Value.Type) -> Self
  where Value: LosslessStringConvertible & RawRepresentable & Decodable {
    Self(.single { Value($0) })
  }

  @inlinable
  public static func of(_: Value.Type) -> Self
  where
    Value: LosslessStringConvertible & RawRepresentable & Decodable,
    Value.RawValue: LosslessStringConvertible
  {
    Self(.single { Value($0) })
  }

  // MARK: From a raw value

  @inlinable
  public static func of(_: Value.Type) -> Self
  where Value: RawRepresentable, Value.RawValue: LosslessStringConvertible {
    Self(.single { Value.RawValue($0).flatMap(Value.init(rawValue:)) })
  }

  @inlinable
  public static func of(_: Value.Type) -> Self
  where Value: RawRepresentable & Decodable, Value.RawValue: LosslessStringConvertible {
    Self(.single { Value.RawValue($0).flatMap(Value.init(rawValue:)) })
  }

  // MARK: From JSON

  @inlinable
  public static func of(_: Value.Type) -> Self where Value: Decodable {
    Self(.single { decoded($0) })
  }

  @usableFromInline
  internal static func decoded(_ text: String) -> Value? where Value: Decodable {
    let decoder = JSONDecoder()
    if let value = try? decoder.decode(Value.self, from: Data(text.utf8)) { return value }
    guard let quoted = try? JSONEncoder().encode(text) else { return nil }
    return try? decoder.decode(Value.self, from: quoted)
  }

  // MARK: Optionals and arrays

  /// Returns a reader of a value that may be missing.
  ///
  /// A value that cannot be parsed is still an error.
  @inlinable
  public static func optional<Wrapped>(_ reader: __KhalaReader<Wrapped>) -> Self
  where Value == Wrapped? {
    switch reader.kind {
    case .single(let read):
      // In two steps, because a string that the other reader rejects must not become a value that
      // is `nil`.
      Self(.single { text in read(text).map(Optional.some) }, textOfFlag: reader.textOfFlag)
    case .several(let read):
      Self(.several { texts in read(texts).map(Optional.some) })
    }
  }

  /// Returns a reader of all values of a name.
  @inlinable
  public static func array<Element>(_ reader: __KhalaReader<Element>) -> Self
  where Value == [Element] {
    Self(
      .several { texts in
        var values: [Element] = []
        for text in texts {
          guard case .single(let read) = reader.kind, let value = read(text) else { return nil }
          values.append(value)
        }
        return values
      })
  }
}
