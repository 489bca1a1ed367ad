extension __KhalaReader {
  /// Returns the reader that the compiler would choose for the type.
  ///
  /// It is for types that the compiler does not know at the call.
  static func found() -> Self {
    if Value.self == Bool.self, let reader = __KhalaReader<Bool>.of(Bool.self) as? Self {
      return reader
    }
    if let type = Value.self as? any SelfReading.Type, let reader = type.reader as? Self {
      return reader
    }
    if let type = Value.self as? any LosslessStringConvertible.Type {
      return text { type.init($0) as? Value }
    }
    if let type = Value.self as? any RawRepresentable.Type, let reader = raw(type) {
      return reader
    }
    if let type = Value.self as? any Decodable.Type {
      return decoding(type)
    }
    return .of(Value.self)
  }

  /// Returns a reader by raw values, if these can be created from descriptions.
  private static func raw<Raw: RawRepresentable>(_ type: Raw.Type) -> Self? {
    guard let rawType = Raw.RawValue.self as? any LosslessStringConvertible.Type else { return nil }
    return text { text in
      (rawType.init(text) as? Raw.RawValue).flatMap { Raw(rawValue: $0) } as? Value
    }
  }

  private static func decoding<Decoded: Decodable>(_ type: Decoded.Type) -> Self {
    text { __KhalaReader<Decoded>.decoded($0) as? Value }
  }
}

/// A type that contains other values and provides its own reader.
private protocol SelfReading {
  /// A `__KhalaReader<Self>`.
  static var reader: Any { get }
}

extension Optional: SelfReading {
  fileprivate static var reader: Any {
    __KhalaReader<Self>.optional(__KhalaReader<Wrapped>.found())
  }
}

extension Array: SelfReading {
  fileprivate static var reader: Any {
    __KhalaReader<Self>.array(__KhalaReader<Element>.found())
  }
}

/// An `Optional` with any wrapped type.
package protocol OptionalValue {
  static var none: Self { get }
  /// The wrapped value, or `nil`.
  var wrapped: Any? { get }
}

extension OptionalValue {
  var isNil: Bool { wrapped == nil }
}

extension Optional: OptionalValue {
  package var wrapped: Any? { self }
}
