import Declarations
import ModuleGraph

// The format is described by `Documentation/data-schemas.schema.json`.

extension DataSchemas: Encodable {
  /// The version of the format.
  private static let formatVersion = 1

  private enum CodingKeys: String, CodingKey {
    case formatVersion, uses, types
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.formatVersion, forKey: .formatVersion)
    try container.encode(uses, forKey: .uses)
    try container.encode(
      forms.sorted { $0.key < $1.key }.map { NamedForm(name: $0.key, form: $0.value) },
      forKey: .types)
  }

  /// A declared type with its form.
  private struct NamedForm: Encodable {
    let name: String
    let form: DataForm

    private enum CodingKeys: String, CodingKey {
      case name, form, fields, cases, rawType, values, type, reason
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      switch form {
      case .object(let fields):
        try container.encode("object", forKey: .form)
        try container.encode(fields, forKey: .fields)
      case .cases(let cases):
        try container.encode("cases", forKey: .form)
        try container.encode(cases, forKey: .cases)
      case .rawValues(let type, let values):
        try container.encode("rawValues", forKey: .form)
        try container.encode(type.rawValue, forKey: .rawType)
        try container.encode(values, forKey: .values)
      case .single(let type):
        try container.encode("single", forKey: .form)
        try container.encode("\(type)", forKey: .type)
      case .opaque(let reason):
        try container.encode("opaque", forKey: .form)
        try container.encode(reason, forKey: .reason)
      }
    }
  }
}

extension DataSchemas.Use: Encodable {
  private enum CodingKeys: String, CodingKey {
    case kind, name, role, argument, type, isStored, module, file, line
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind.rawValue, forKey: .kind)
    try container.encode(name, forKey: .name)
    switch role {
    case .argument(let name):
      try container.encode("argument", forKey: .role)
      try container.encode(name, forKey: .argument)
    default: try container.encode("\(role)", forKey: .role)
    }
    try container.encode("\(type)", forKey: .type)
    try container.encode(isStored, forKey: .isStored)
    try container.encodeIfPresent(module, forKey: .module)
    try container.encodeIfPresent(place?.fileID, forKey: .file)
    try container.encodeIfPresent(place?.line, forKey: .line)
  }
}

extension DataForm.Field: Encodable {
  private enum CodingKeys: String, CodingKey {
    case key, type, hasDefault
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode("\(type)", forKey: .type)
    if hasDefault { try container.encode(true, forKey: .hasDefault) }
  }
}

extension DataForm.Case: Encodable {
  private enum CodingKeys: String, CodingKey {
    case key, fields
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(fields, forKey: .fields)
  }
}
