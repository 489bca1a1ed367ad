import Foundation

/// The part of JSON Schema that our schemas use.
package struct JSONSchema {
  private let root: [String: Any]

  /// Reads a schema that is checked in.
  package init(_ name: String = "module-graph") throws {
    let file = Repository.file("Documentation/\(name).schema.json")
    guard let root = try Self.parse(Data(contentsOf: file)) as? [String: Any] else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.root = root
  }

  private static func parse(_ data: Data) throws -> Any {
    try JSONSerialization.jsonObject(with: data)
  }

  /// Returns the values in a text that do not fit the schema, each with its path.
  package func faults(in json: String) throws -> [String] {
    faults(of: try Self.parse(Data(json.utf8)), by: root, at: "")
  }

  private func faults(of value: Any, by schema: [String: Any], at path: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
        return ["\(path): the schema has no '\(name)'"]
      }
      return faults(of: value, by: target, at: path)
    }
    var faults: [String] = []
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { Self.isOf($0, value) }) {
      faults.append("\(path): \(value) is none of \(types)")
    }
    if let constant = schema["const"] as? Int, value as? Int != constant {
      faults.append("\(path): \(value) is not \(constant)")
    }
    if let words = schema["enum"] as? [String], !words.contains(value as? String ?? "") {
      faults.append("\(path): \(value) is none of \(words)")
    }
    if let object = value as? [String: Any] {
      faults += self.faults(ofObject: object, by: schema, at: path)
    }
    if let list = value as? [Any], let items = schema["items"] as? [String: Any] {
      for (index, element) in list.enumerated() {
        faults += self.faults(of: element, by: items, at: "\(path)[\(index)]")
      }
    }
    return faults
  }

  private func faults(
    ofObject object: [String: Any], by schema: [String: Any], at path: String
  ) -> [String] {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    var faults = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
      .map { "\(path): '\($0)' is missing" }
    for (name, element) in object {
      if let property = properties[name] ?? schema["additionalProperties"] as? [String: Any] {
        faults += self.faults(of: element, by: property, at: "\(path).\(name)")
      } else if schema["additionalProperties"] as? Bool == false {
        faults.append("\(path): '\(name)' is not in the schema")
      }
    }
    return faults
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Bool
    case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
    case "number": value is Double
    default: false
    }
  }
}
