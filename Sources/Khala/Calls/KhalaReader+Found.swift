extension __KhalaReader {
  /// The reader that the compiler would find for the type, found at run time: for
  /// types that only a caller's caller knows.
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

  /// A reader by raw values, if those can be made of their descriptions.
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

/// A type of other values, which is read by how they are.
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

/// An Optional of any sort.
package protocol OptionalValue {
  static var none: Self { get }
  /// The value, or `nil` if there is none.
  var wrapped: Any? { get }
}

extension OptionalValue {
  var isNil: Bool { wrapped == nil }
}

extension Optional: OptionalValue {
  package var wrapped: Any? { self }
}
