/// The parts of an OTLP request outside its items: the resource, and the scopes of the items.
///
/// Identifiers are hexadecimal, 64-bit numbers are strings, and enumerations are numbers, as
/// <https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding> requires.
struct RequestEnvelope: Sendable {
  /// The schema of the names of attributes.
  static let schema = "https://opentelemetry.io/schemas/1.44.0"

  /// The resource, which is only encoded once.
  private let resource: [UInt8]

  /// Creates an envelope for items of a resource.
  init(_ resource: TelemetryResource) {
    var json = JSONWriter()
    json.object { json in
      json.attributes(resource.attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
    self.resource = json.bytes
  }

  /// Encodes a request.
  ///
  /// A closure writes its scopes.
  ///
  /// - Parameters:
  ///   - resources: The name of the list of resources, such as `resourceSpans`.
  ///   - scopes: The name of the list of scopes, such as `scopeSpans`.
  ///   - write: Writes the scopes.
  /// - Returns: The request in JSON, without a newline.
  func encode(
    _ resources: StaticString, _ scopes: StaticString, _ write: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.array(as: resources) { json in
        json.object { json in
          json.encoded(resource, as: "resource")
          json.array(as: scopes, write)
          json.string(Self.schema, as: "schemaUrl")
        }
      }
    }
    return json.bytes
  }
}

extension JSONWriter {
  /// Writes an instrumentation scope.
  ///
  /// A closure writes its items.
  mutating func scope(
    _ scope: String, _ items: StaticString, _ write: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.object(as: "scope") { json in
        json.string(scope, as: "name")
      }
      json.array(as: items, write)
    }
  }
}

/// The items of each scope.
///
/// Scopes are in the order of their first item.
struct ScopedItems<Item> {
  /// The scopes.
  private(set) var scopes: [(name: String, items: [Item])] = []

  /// Groups items by the names of their scopes.
  init(_ items: [Item], by name: (Item) -> String) {
    var indices: [String: Int] = [:]
    for item in items {
      let name = name(item)
      let index = indices[name] ?? scopes.count
      if index == scopes.count {
        indices[name] = index
        scopes.append((name, []))
      }
      scopes[index].items.append(item)
    }
  }
}
