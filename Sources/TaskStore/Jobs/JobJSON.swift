import Foundation

/// The encoding of payloads and results in a store.
enum JobJSON {
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Returns a JSON array as the parameter of a statement.
  static func list(_ values: [some Encodable]) -> String {
    // Strings and integers can always be encoded.
    (try? JSONEncoder().encode(values)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  static func value<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw UnfitJSON(type: "\(type)", reason: error)
    }
  }
}

/// The error for a payload or result with another type than requested.
struct UnfitJSON: Error, CustomStringConvertible {
  let type: String
  let reason: any Error

  var description: String {
    let detail =
      switch reason as? DecodingError {
      case .keyNotFound(let key, let context):
        "it has no '\(Self.path(context.codingPath + [key]))'"
      case .typeMismatch(let type, let context):
        "\(Self.place(context)) is no \(type)"
      case .valueNotFound(let type, let context):
        "\(Self.place(context)) is null instead of a \(type)"
      case .dataCorrupted(let context): "\(Self.place(context)): \(context.debugDescription)"
      case nil: "\(reason)"
      case .some: "\(reason)"
      }
    return "it cannot be read as '\(type)': \(detail)"
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = Self.path(context.codingPath)
    return path.isEmpty ? "the whole" : "'\(path)'"
  }

  /// Returns the keys that lead to a member, such as `cargo[0].tons`.
  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}

extension JobRecord {
  /// Decodes the payload, and throws an error with the reason if that is not possible.
  package func payload<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JobJSON.value(payload, as: type)
  }
}
