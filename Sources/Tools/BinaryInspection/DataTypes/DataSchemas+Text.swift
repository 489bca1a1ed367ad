extension DataSchemas {
  /// Returns the schemas as lines: a block for each declaration, with the forms of its types.
  ///
  /// A form follows the first declaration that uses it.
  package var lines: [String] {
    var lines: [String] = []
    var shown: Set<String> = []
    var previous: Use?
    for use in uses {
      if previous.map({ !$0.isOfSameDeclaration(as: use) }) ?? true {
        if previous != nil { lines.append("") }
        lines.append("\(use.kind) \(use.name)\(use.origin)")
      }
      previous = use
      lines.append("  \(use.role): \(use.type)")
      for name in names(in: [use.type], omitting: &shown) {
        lines.append("    " + line(of: name))
      }
    }
    return lines
  }

  /// The types of stored values, a line for each, sorted.
  package var storedLines: [String] {
    var shown: Set<String> = []
    return names(in: uses.filter(\.isStored).map(\.type), omitting: &shown).sorted()
      .map(line(of:))
  }

  /// Returns the name and the form of a declared type.
  package func line(of name: String) -> String {
    switch forms[name] {
    case .object(let fields)?: "\(name) {\(Self.text(of: fields))}"
    case .cases(let cases)?:
      "\(name) = "
        + cases.map { $0.fields.isEmpty ? $0.key : "\($0.key)(\(Self.text(of: $0.fields)))" }
        .joined(separator: " | ")
    case .rawValues(let type, let values)?:
      "\(name): \(type.rawValue) = \(values.joined(separator: " | "))"
    case .single(let type)?: "\(name) as \(type)"
    case .opaque(let reason)?: "\(name) is opaque: \(reason)"
    case nil: name
    }
  }

  private static func text(of fields: [DataForm.Field]) -> String {
    fields.map { "\($0.key): \($0.type)" + ($0.hasDefault ? " or default" : "") }
      .joined(separator: ", ")
  }

  // MARK: Choosing

  /// Returns the declared types that values of these types consist of, each after the types that
  /// use it, and adds them to the known types.
  package func names(in types: [DataType], omitting known: inout Set<String>) -> [String] {
    var names: [String] = []
    var waiting = types.flatMap(\.names)
    var next = 0
    while next < waiting.count {
      let name = waiting[next]
      next += 1
      guard known.insert(name).inserted else { continue }
      names.append(name)
      waiting += forms[name]?.types.flatMap(\.names) ?? []
    }
    return names
  }

  /// The names by which declarations and types can be chosen.
  package var allNames: [String] {
    Set(uses.map(\.name) + forms.keys + forms.keys.map(Self.lastPart)).sorted()
  }

  /// Returns the positions of the uses by declarations with a name, and of the uses whose values
  /// contain a type with it.
  ///
  /// The last part of the name of a type suffices.
  package func positions(of name: String) -> [Int] {
    let types = Set(forms.keys.filter { $0 == name || Self.lastPart(of: $0) == name })
    let users = types.isEmpty ? [] : containing(types)
    return uses.indices.filter { index in
      uses[index].name == name || uses[index].type.names.contains(where: users.contains)
    }
  }

  /// Returns the schemas of these uses only.
  package func keeping(_ kept: [Use]) -> DataSchemas {
    var known: Set<String> = []
    _ = names(in: kept.map(\.type), omitting: &known)
    return DataSchemas(uses: kept, forms: forms.filter { known.contains($0.key) })
  }

  /// Returns the types that contain one of these types, and these types.
  private func containing(_ types: Set<String>) -> Set<String> {
    var users: [String: [String]] = [:]
    for (name, form) in forms {
      for type in form.types.flatMap(\.names) { users[type, default: []].append(name) }
    }
    var found: Set<String> = []
    var waiting = Array(types)
    while let name = waiting.popLast() {
      if found.insert(name).inserted { waiting += users[name] ?? [] }
    }
    return found
  }

  private static func lastPart(of name: String) -> String {
    let end = name.firstIndex(of: "<") ?? name.endIndex
    return name[..<end].split(separator: ".").last.map(String.init) ?? name
  }
}

extension DataSchemas.Use {
  fileprivate func isOfSameDeclaration(as other: DataSchemas.Use) -> Bool {
    (kind, name, module) == (other.kind, other.name, other.module) && place == other.place
  }

  /// The module and the source location, in parentheses.
  fileprivate var origin: String {
    let parts = [module, place.map { "\($0)" }].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}

extension DataSchemas.Use.Role: CustomStringConvertible {
  package var description: String {
    switch self {
    case .payload: "payload"
    case .result: "result"
    case .argument(let name): "argument \(name)"
    case .value: "value"
    }
  }
}

extension DataType {
  /// The names of the declared types in the type.
  package var names: [String] {
    switch self {
    case .basic: []
    case .named(let name): [name]
    case .optional(let type), .array(let type), .set(let type): type.names
    case .dictionary(let key, let value): key.names + value.names
    case .keyed(_, let value): value.names
    }
  }
}

extension DataForm {
  /// The types in the form.
  package var types: [DataType] {
    switch self {
    case .object(let fields): fields.map(\.type)
    case .cases(let cases): cases.flatMap(\.fields).map(\.type)
    case .single(let type): [type]
    case .rawValues, .opaque: []
    }
  }
}
