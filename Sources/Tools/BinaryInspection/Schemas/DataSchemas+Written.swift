import ModuleGraph

/// A structure as a source spells it.
package struct WrittenStructure: Sendable, Hashable {
  /// The name with the module and the enclosing types.
  package let name: String
  package let fields: [Field]

  /// A field with its type, as written.
  package struct Field: Sendable, Hashable {
    package let key: String
    package let type: String

    package init(key: String, type: String) {
      self.key = key
      self.type = type
    }
  }

  package init(name: String, fields: [Field]) {
    self.name = name
    self.fields = fields
  }
}

extension DataSchemas {
  /// Returns the schemas with the forms of structures that sources spell, which are newer than the
  /// program.
  ///
  /// A structure keeps its form if the program knows that it does not follow from the fields, or if
  /// the type of a field is not known.
  package func updated(by structures: [WrittenStructure]) -> DataSchemas {
    var updated = self
    let names = Set(forms.keys).union(structures.map(\.name))
    for structure in structures {
      if case .opaque? = forms[structure.name] { continue }
      let fields = structure.fields.compactMap { field(of: structure, $0, among: names) }
      if fields.count == structure.fields.count {
        updated.forms[structure.name] = .object(fields)
      } else if forms[structure.name] == nil {
        updated.forms[structure.name] = .opaque("its source does not show its form")
      }
    }
    return updated
  }

  private func field(
    of structure: WrittenStructure, _ field: WrittenStructure.Field, among names: Set<String>
  ) -> DataForm.Field? {
    let written = WrittenType(field.type)
    if case .object(let built)? = forms[structure.name],
      let same = built.first(where: { $0.key == field.key }),
      WrittenType("\(same.type)").unqualified == written.unqualified
    {
      return same
    }
    let type = written.type { name in
      // A name in an inner scope hides the same name in outer ones.
      var scope = structure.name[...]
      while true {
        if names.contains("\(scope).\(name)") { return "\(scope).\(name)" }
        guard let dot = scope.lastIndex(of: ".") else { break }
        scope = scope[..<dot]
      }
      if names.contains(name) { return name }
      let imported = names.filter { $0.hasSuffix(".\(name)") }
      return imported.count == 1 ? imported.first : nil
    }
    return type.map { DataForm.Field(field.key, $0) }
  }
}

extension WrittenType {
  /// The type, if all its names are qualified names of ``DataSchemas``.
  var qualifiedType: DataType? { type { $0 } }

  /// Returns the type, with the qualified names of declared types.
  ///
  /// A name that is not qualified by the closure is a standard type, or unknown.
  ///
  /// - Returns: The type, or `nil` if a part of it is unknown.
  func type(qualified: (String) -> String?) -> DataType? {
    func type(_ written: WrittenType) -> DataType? { written.type(qualified: qualified) }
    func dictionary(_ key: WrittenType, _ value: WrittenType) -> DataType? {
      guard let key = type(key), let value = type(value) else { return nil }
      return .dictionary(key: key, value: value)
    }
    switch self {
    case .optional(let wrapped): return type(wrapped).map { .optional($0) }
    case .array(let element): return type(element).map { .array($0) }
    case .dictionary(let key, let value): return dictionary(key, value)
    case .other: return nil
    case .name(let name, let arguments):
      switch (Self.withoutLibrary(name), arguments.count) {
      case ("Optional", 1): return type(arguments[0]).map { .optional($0) }
      case ("Array", 1): return type(arguments[0]).map { .array($0) }
      case ("Set", 1): return type(arguments[0]).map { .set($0) }
      case ("Dictionary", 2): return dictionary(arguments[0], arguments[1])
      case (let standard, let count):
        let declared = qualified("\(self)")
        // A declared type hides the standard type with its name.
        guard declared == nil || declared == name, count == 0,
          let basic = DataType.Basic(rawValue: standard)
        else { return declared.map { .named($0) } }
        return .basic(basic)
      }
    }
  }

  /// Returns `Date` for `Foundation.Date`.
  private static func withoutLibrary(_ name: String) -> String {
    let prefix = ["Swift.", "Foundation."].first { name.hasPrefix($0) } ?? ""
    return String(name.dropFirst(prefix.count))
  }

  /// The type with the last part of each name only.
  var unqualified: WrittenType {
    switch self {
    case .name(let name, let arguments):
      .name(
        name.split(separator: ".").last.map(String.init) ?? name, arguments.map(\.unqualified))
    case .optional(let wrapped): .optional(wrapped.unqualified)
    case .array(let element): .array(element.unqualified)
    case .dictionary(let key, let value): .dictionary(key.unqualified, value.unqualified)
    case .other: self
    }
  }
}
