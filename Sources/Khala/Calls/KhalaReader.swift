#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader of values of a type from the texts in a URL.
///
/// The type of a parameter chooses among the static functions, when the program
/// is compiled. In this order:
///
/// * `Bool` is `true` or `1`, `false` or `0`; a name without a value is `true`.
/// * A type that can be made of its own description (`LosslessStringConvertible`),
///   such as `Int` and `String`, is.
/// * A type with a raw value that can be made of a description is made of that.
/// * A type that can be decoded is decoded from JSON; what is no JSON for it, such
///   as the text of a URL, is tried as a JSON string.
/// * Of any other type there is no text: its values have to be given along.
///
/// - Warning: The macro `@KhalaModule` writes calls of this. Do not use it
///   directly.
public struct __KhalaReader<Value> {
  /// Which texts it reads.
  @usableFromInline
  internal enum Kind {
    /// The first of a name.
    case single((String) -> Value?)
    /// All of a name.
    case several(([String]) -> Value?)
  }

  @usableFromInline internal let kind: Kind
  /// The text for a name without a value.
  @usableFromInline internal let textOfFlag: String?

  /// A Boolean value that indicates whether it reads all texts of a name.
  @inlinable internal var takesSeveral: Bool {
    if case .several = kind { true } else { false }
  }

  @inlinable
  internal init(_ kind: Kind, textOfFlag: String? = nil) {
    self.kind = kind
    self.textOfFlag = textOfFlag
  }

  /// A reader of the first text of a name.
  static func text(_ read: @escaping (String) -> Value?) -> Self { Self(.single(read)) }

  /// The value that something given along is or, if it is text, stands for.
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

// The overloads with several protocols are there for the compiler to find one
// that it likes best.
extension __KhalaReader {
  /// A type of which no text can be made, other than `Any` and the like.
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

  /// A value that may be missing; one of another sort is still an error.
  @inlinable
  public static func optional<Wrapped>(_ reader: __KhalaReader<Wrapped>) -> Self
  where Value == Wrapped? {
    switch reader.kind {
    case .single(let read):
      // In two steps: a text that the other reader rejects must not become a
      // value that is nil.
      Self(.single { text in read(text).map(Optional.some) }, textOfFlag: reader.textOfFlag)
    case .several(let read):
      Self(.several { texts in read(texts).map(Optional.some) })
    }
  }

  /// The values of a name that is there several times, or once.
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
