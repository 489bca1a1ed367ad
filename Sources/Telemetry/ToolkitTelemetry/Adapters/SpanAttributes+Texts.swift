#if SwiftDistributedTracing
  internal import Tracing

  extension SpanAttributes {
    /// The attributes as texts, which is the type of attributes of `Trace`.
    var texts: [String: String] {
      var texts: [String: String] = [:]
      forEach { name, value in texts[name] = value.text }
      return texts
    }
  }

  extension SpanAttribute {
    /// The value as a text.
    ///
    /// Arrays are written as JSON.
    fileprivate var text: String? {
      switch self {
      case .int32(let value): String(value)
      case .int64(let value): String(value)
      case .double(let value): String(value)
      case .bool(let value): String(value)
      case .string(let value): value
      case .stringConvertible(let value): "\(value)"
      case .int32Array(let values): "[\(values.map { String($0) }.joined(separator: ","))]"
      case .int64Array(let values): "[\(values.map { String($0) }.joined(separator: ","))]"
      case .doubleArray(let values): "[\(values.map { String($0) }.joined(separator: ","))]"
      case .boolArray(let values): "[\(values.map { String($0) }.joined(separator: ","))]"
      case .stringArray(let values): Self.json(values)
      case .stringConvertibleArray(let values): Self.json(values.map { "\($0)" })
      // The enumeration has a case that requires this.
      default: nil
      }
    }

    private static func json(_ strings: [String]) -> String {
      var json = JSONWriter()
      json.array { json in
        for string in strings { json.string(string) }
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }
#endif
