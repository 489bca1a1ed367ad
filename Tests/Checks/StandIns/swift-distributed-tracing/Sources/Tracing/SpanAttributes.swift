public enum SpanAttribute: Sendable {
  case int32(Int32)
  case int64(Int64)
  case int32Array([Int32])
  case int64Array([Int64])
  case double(Double)
  case doubleArray([Double])
  case bool(Bool)
  case boolArray([Bool])
  case string(String)
  case stringArray([String])
  case __DO_NOT_SWITCH_EXHAUSTIVELY_OVER_THIS_ENUM_USE_DEFAULT_INSTEAD
  case stringConvertible(any CustomStringConvertible & Sendable)
  case stringConvertibleArray([any CustomStringConvertible & Sendable])
}

public protocol SpanAttributeConvertible {
  func toSpanAttribute() -> SpanAttribute
}

extension SpanAttribute: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { self }
}

extension String: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { .string(self) }
}

public struct SpanAttributes: Sendable, ExpressibleByDictionaryLiteral {
  private var values: [String: SpanAttribute] = [:]

  public init(dictionaryLiteral elements: (String, SpanAttribute)...) {
    values = [String: SpanAttribute](uniqueKeysWithValues: elements)
  }

  public subscript(_ name: String) -> (any SpanAttributeConvertible)? {
    get { values[name] }
    set { values[name] = newValue?.toSpanAttribute() }
  }

  public func forEach(_ callback: (String, SpanAttribute) -> Void) {
    for (name, value) in values { callback(name, value) }
  }
}
