import BinaryRecords
import ModuleGraph

/// Determines how values of types are encoded, by the rules of the coding that the compiler writes.
///
/// The keys of a type are the cases of its nested `CodingKeys`. If the file does not prove a form, it
/// is opaque: raw values, for example, are only in the code of the program.
struct FormReader {
  /// The maximum number of types in a type, and of forms in a program.
  private static let largestType = 512
  private static let mostForms = 100_000

  private let catalog: TypeCatalog
  /// The forms that the program observed, by the names of their types.
  private let observed: [String: InspectedProgram.Answers.Form]
  /// The forms that were determined, by the names of their types.
  private(set) var forms: [String: DataForm] = [:]
  /// The types whose forms are still to be determined.
  private var waiting: [SwiftType] = []

  init(_ catalog: TypeCatalog, answers: InspectedProgram.Answers? = nil) {
    self.catalog = catalog
    observed = answers?.formsByName ?? [:]
  }

  /// Returns a type, and determines the forms of all types that values of it consist of.
  mutating func type(_ type: SwiftType) -> DataType {
    let result = dataType(type, arguments: [])
    while let next = waiting.popLast() { forms[Self.name(of: next)] = form(of: next) }
    return result
  }

  /// Returns a type with a name that could not be resolved.
  mutating func unresolved(_ name: String, because reason: String) -> DataType {
    if forms[name] == nil { forms[name] = .opaque(reason) }
    return .named(name)
  }

  /// Returns a dictionary, which is an object if its key conforms to `CodingKeyRepresentable`.
  ///
  /// The standard library and Foundation declare this conformance only for `String` and `Int`.
  mutating func dictionary(key: DataType, value: DataType) -> DataType {
    let names: [String]
    switch key {
    case .basic(.string), .basic(.int): names = []
    case .basic(let basic): names = BasicNames.names(of: basic)
    case .named(let name):
      names = [String(name.prefix { $0 != "<" })]
      guard catalog.contains(names[0]) || name.hasPrefix("Swift.") else {
        return unresolved(
          "[\(key): \(value)]", because: "the conformances of its key \(key) are unknown")
      }
    case .optional: names = ["Swift.Optional"]
    case .array: names = ["Swift.Array"]
    case .set: names = ["Swift.Set"]
    case .dictionary, .keyed: names = ["Swift.Dictionary"]
    }
    guard names.contains(where: { catalog.conforms($0, to: .codingKeyRepresentable) }) else {
      return .dictionary(key: key, value: value)
    }
    guard !"\(key)".contains(where: { "<?[".contains($0) }) else {
      return unresolved(
        "[\(key): \(value)]",
        because: "the conformance of its key \(key) to CodingKeyRepresentable may be conditional")
    }
    return .keyed(by: "\(key)", value: value)
  }

  // MARK: Types

  /// Returns a type in which generic parameters are replaced by arguments.
  private mutating func dataType(_ type: SwiftType, arguments: [SwiftType]) -> DataType {
    var room = Self.largestType
    let type = Self.substitute(arguments, in: type, &room) ?? .other("a type that is too large")
    return dataType(type)
  }

  private mutating func dataType(_ type: SwiftType) -> DataType {
    if case .nominal(let name, let arguments) = type {
      switch (name, arguments.count) {
      case ("Swift.Optional", 1): return .optional(dataType(arguments[0]))
      case ("Swift.Array", 1): return .array(dataType(arguments[0]))
      case ("Swift.Set", 1): return .set(dataType(arguments[0]))
      case ("Swift.Dictionary", 2):
        return dictionary(key: dataType(arguments[0]), value: dataType(arguments[1]))
      case (_, 0):
        if let basic = BasicNames.basic(named: name) { return .basic(basic) }
      default: break
      }
    }
    let name = Self.name(of: type)
    if forms[name] == nil {
      if forms.count < Self.mostForms {
        // The entry marks the type as known until its form replaces it.
        forms[name] = .opaque("")
        waiting.append(type)
      } else {
        forms[name] = .opaque("the program has too many types")
      }
    }
    return .named(name)
  }

  /// Returns the name of a type, with its arguments as a ``DataType`` describes them.
  fileprivate static func name(of type: SwiftType) -> String {
    switch type {
    case .nominal(let name, []): return BasicNames.basic(named: name)?.rawValue ?? name
    case .nominal("Swift.Optional", let list) where list.count == 1:
      return "\(Self.name(of: list[0]))?"
    case .nominal("Swift.Array", let list) where list.count == 1:
      return "[\(Self.name(of: list[0]))]"
    case .nominal("Swift.Dictionary", let list) where list.count == 2:
      return "[\(Self.name(of: list[0])): \(Self.name(of: list[1]))]"
    case .nominal(let name, let list):
      let base = name == "Swift.Set" ? "Set" : name
      return "\(base)<\(list.map { Self.name(of: $0) }.joined(separator: ", "))>"
    default: return type.description
    }
  }

  /// Returns a type in which generic parameters are replaced, or `nil` if it is too large.
  private static func substitute(
    _ arguments: [SwiftType], in type: SwiftType, _ room: inout Int
  ) -> SwiftType? {
    room -= 1
    guard room >= 0 else { return nil }
    switch type {
    case .nominal(let name, let list):
      var result: [SwiftType] = []
      for argument in list {
        guard let argument = substitute(arguments, in: argument, &room) else { return nil }
        result.append(argument)
      }
      return .nominal(name, result)
    case .tuple(let elements):
      var result: [SwiftType.Element] = []
      for element in elements {
        guard let type = substitute(arguments, in: element.type, &room) else { return nil }
        result.append(.init(element.label, type))
      }
      return .tuple(result)
    case .parameter(let index):
      // The argument is complete, and its size counts as well.
      return arguments.indices.contains(index)
        ? substitute([], in: arguments[index], &room) : .other("a generic parameter")
    case .other: return type
    }
  }

  // MARK: Forms

  private mutating func form(of type: SwiftType) -> DataForm {
    switch observed[Self.name(of: type)] {
    case nil: return writtenForm(of: type)
    case .unobserved(let reason)?:
      let form = writtenForm(of: type)
      return if case .opaque = form { .opaque(reason) } else { form }
    case let form?: return self.form(form)
    }
  }

  /// Returns the form according to the file.
  private mutating func writtenForm(of type: SwiftType) -> DataForm {
    guard case .nominal(let name, let arguments) = type else {
      switch type {
      case .tuple: return .opaque("it is a tuple")
      default: return .opaque("it is \(type)")
      }
    }
    do throws(TypeCatalog.Unreadable) {
      return try form(of: catalog.type(name), arguments: arguments)
    } catch {
      return .opaque(error.reason)
    }
  }

  private mutating func form(
    of type: ReflectedType, arguments: [SwiftType]
  ) throws(TypeCatalog.Unreadable) -> DataForm {
    let isRaw = catalog.conforms(type.name, to: .rawRepresentable)
    guard
      catalog.conforms(type.name, to: .decodable) || catalog.conforms(type.name, to: .encodable)
    else { return .opaque("it does not conform to Codable") }
    if type.hasSuperclass { return .opaque("its superclass encodes a part of it") }
    if type.isGeneric && arguments.isEmpty { return .opaque("its generic arguments are unknown") }
    if isRaw {
      return .opaque(
        type.kind == .enumeration
          ? "its raw values are not in the file" : "it is encoded as its raw value")
    }
    guard let fields = type.fields else {
      return .opaque("its module was built without reflection metadata")
    }
    guard let keys = try keys("CodingKeys", of: type) else {
      return .opaque("it has no CodingKeys, so its coding is written by hand")
    }
    let byName = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
    return type.kind == .enumeration
      ? try cases(of: type, byName, keys, arguments) : object(byName, keys, arguments)
  }

  /// Returns the names of the cases of a nested enumeration of keys, or `nil` if it does not exist.
  ///
  /// Throws an error if the keys may differ from the names of the cases.
  private func keys(
    _ name: String, of type: ReflectedType
  ) throws(TypeCatalog.Unreadable) -> [String]? {
    let name = "\(type.name).\(name)"
    guard catalog.contains(name) else { return nil }
    let keys = try catalog.type(name)
    guard keys.kind == .enumeration, let fields = keys.fields else { return nil }
    guard !catalog.conforms(name, to: .rawRepresentable) else {
      throw .init(
        reason: "its \(keys.name.split(separator: ".").last ?? "keys") may have raw values, which "
          + "are not in the file")
    }
    return fields.map(\.name)
  }

  private mutating func object(
    _ fields: [String: ReflectedType.Field], _ keys: [String], _ arguments: [SwiftType]
  ) -> DataForm {
    var members: [DataForm.Field] = []
    for key in keys {
      // The value of a wrapped property is its wrapper.
      guard let type = (fields[key] ?? fields["_\(key)"])?.type else {
        return .opaque("its key '\(key)' is no stored property, so its coding is written by hand")
      }
      members.append(member(key, type, arguments))
    }
    return .object(members)
  }

  private mutating func member(
    _ key: String, _ type: SwiftType, _ arguments: [SwiftType]
  ) -> DataForm.Field {
    let result = dataType(type, arguments: arguments)
    // The code of a generic type writes null where its argument is an optional.
    if case .parameter = type, case .optional = result {
      return DataForm.Field(key, result, writesNil: true)
    }
    return DataForm.Field(key, result)
  }

  private mutating func cases(
    of type: ReflectedType, _ fields: [String: ReflectedType.Field], _ keys: [String],
    _ arguments: [SwiftType]
  ) throws(TypeCatalog.Unreadable) -> DataForm {
    var cases: [DataForm.Case] = []
    for key in keys {
      guard let field = fields[key] else {
        return .opaque("its key '\(key)' is no case, so its coding is written by hand")
      }
      guard let payload = field.type else {
        cases.append(.init(key))
        continue
      }
      let nested = key.prefix(1).uppercased() + key.dropFirst() + "CodingKeys"
      guard let labels = try self.keys(nested, of: type) else {
        return .opaque("it has no \(nested), so its coding is written by hand")
      }
      var values: [String: SwiftType] = [:]
      for (index, element) in Self.elements(of: payload).enumerated() {
        values[element.label ?? "_\(index)"] = element.type
      }
      var members: [DataForm.Field] = []
      for label in labels {
        guard let type = values[label] else {
          return .opaque("its key '\(label)' is no associated value of '\(key)'")
        }
        members.append(member(label, type, arguments))
      }
      cases.append(.init(key, members))
    }
    return .cases(cases)
  }

  /// Returns the associated values of a case.
  private static func elements(of payload: SwiftType) -> [SwiftType.Element] {
    if case .tuple(let elements) = payload { elements } else { [.init(nil, payload)] }
  }
}

// MARK: - Forms that the program observed

extension FormReader {
  /// Returns the type with a name that the program sent, and determines the forms of all types that
  /// values of it consist of.
  mutating func type(named name: String) -> DataType { type(SwiftType(named: name)) }

  fileprivate mutating func form(_ observed: InspectedProgram.Answers.Form) -> DataForm {
    switch observed {
    case .object(let fields): .object(fields.map { member($0) })
    case .cases(let cases):
      .cases(cases.map { item in .init(item.key, item.fields.map { member($0) }) })
    case .rawValues(let type, let values):
      if case .basic(let basic) = dataType(SwiftType(named: type)) {
        .rawValues(basic, values)
      } else {
        .opaque("its raw values have an unusual type")
      }
    case .single(let type): .single(dataType(SwiftType(named: type)))
    case .opaque(let reason), .unobserved(let reason): .opaque(reason)
    }
  }

  private mutating func member(_ field: InspectedProgram.Answers.Field) -> DataForm.Field {
    let type = dataType(SwiftType(named: field.type))
    switch (field.isOptional, field.isAlwaysWritten) {
    case (true, false): return .init(field.key, .optional(type))
    case (true, true):
      return .init(field.key, type, writesNil: type.isOptional, hasDefault: true)
    case (false, _): return .init(field.key, type, writesNil: type.isOptional)
    }
  }
}

extension SwiftType {
  /// Reads a qualified name.
  fileprivate init(named name: String) { self.init(WrittenType(name)) }

  private init(_ type: WrittenType) {
    self =
      switch type {
      case .name(let name, let arguments): .nominal(name, arguments.map { Self($0) })
      case .optional(let wrapped): .nominal("Swift.Optional", [Self(wrapped)])
      case .array(let element): .nominal("Swift.Array", [Self(element)])
      case .dictionary(let key, let value):
        .nominal("Swift.Dictionary", [Self(key), Self(value)])
      case .other(let words): .other(words)
      }
  }
}

extension InspectedProgram.Answers {
  /// The forms of types, by their names as ``DataSchemas`` has them.
  fileprivate var formsByName: [String: Form] {
    Dictionary(
      forms.map { (FormReader.name(of: SwiftType(named: $0.key)), $0.value) },
      uniquingKeysWith: { first, _ in first })
  }
}

/// The names of the types that are encoded as a single value.
enum BasicNames {
  private static let modules: [DataType.Basic: [String]] = [
    .decimal: foundation, .date: foundation, .data: foundation, .url: foundation,
    .uuid: foundation,
  ]
  private static let foundation = ["Foundation", "FoundationEssentials"]

  private static let byName: [String: DataType.Basic] = Dictionary(
    uniqueKeysWithValues: DataType.Basic.allCases.flatMap { basic in
      names(of: basic).map { ($0, basic) }
    })

  /// Returns the qualified names of a type.
  static func names(of basic: DataType.Basic) -> [String] {
    (modules[basic] ?? ["Swift"]).map { "\($0).\(basic.rawValue)" }
  }

  /// Returns the type with a qualified name.
  static func basic(named name: String) -> DataType.Basic? { byName[name] }

  /// Returns the qualified name of the standard type that a written name may stand for.
  static func qualified(_ written: String) -> String? {
    if byName[written] != nil { return written }
    if let basic = DataType.Basic(rawValue: written) {
      return "\(modules[basic]?.first ?? "Swift").\(written)"
    }
    let collections = ["Optional", "Array", "Set", "Dictionary"].map { "Swift.\($0)" }
    return collections.first { $0 == written || $0 == "Swift.\(written)" }
  }
}
