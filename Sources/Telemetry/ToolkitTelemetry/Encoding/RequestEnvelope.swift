/// The parts around the items of any request of OTLP: the resource, and scopes with items of their
/// own.
///
/// Identifiers are hexadecimal, 64-bit numbers are strings, and enumerations are numbers, as
/// <https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding> has them.
struct RequestEnvelope: Sendable {
  /// The schema of the attributes' names.
  static let schema = "https://opentelemetry.io/schemas/1.44.0"

  /// The resource, which is encoded only once.
  private let resource: [UInt8]

  /// Wraps items of a resource.
  init(_ resource: TelemetryResource) {
    var json = JSONWriter()
    json.object { json in
      json.attributes(resource.attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
    self.resource = json.bytes
  }

  /// Encodes a request, whose scopes a closure writes.
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
  /// Writes an instrumentation scope, whose items a closure writes.
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

/// The items of each scope, in the order in which scopes occur.
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
