package import BinaryRecords
import Declarations
import ModuleGraph

extension InspectedProgram {
  /// Returns the types of all values that cross a boundary, with their forms.
  ///
  /// - Parameter answers: The types of jobs as the program itself describes them. They have
  ///   precedence over the forms in the files.
  /// - Returns: The types.
  /// - Complexity: Reads the metadata of all types.
  package func schemas(completedBy answers: Answers? = nil) -> DataSchemas {
    DataSchemas(of: files, completedBy: answers)
  }
}

extension DataSchemas {
  /// Reads the types of all values that cross a boundary of a program, from its files.
  ///
  /// - Complexity: Reads the metadata of all types, if a record contains a type.
  package init(of files: [BinaryFile], completedBy answers: InspectedProgram.Answers? = nil) {
    let records = files.flatMap(\.records).filter(\.hasTypes)
    guard !records.isEmpty else {
      self.init()
      return
    }
    var builder = SchemaBuilder(
      TypeCatalog(files.flatMap(\.images).map { $0.reflectedTypes() }), answers: answers)
    for record in records { builder.add(record) }
    self = builder.schemas
  }
}

/// Collects the types in records, and resolves their written names.
///
/// A record contains a type as it is written. The type is looked up in the declaring module, then
/// among the standard types and the other modules. If more than one type may be meant, the form is
/// opaque and names them.
struct SchemaBuilder {
  private let catalog: TypeCatalog
  private var forms: FormReader
  /// The types of jobs that the program itself named.
  private let jobs: [String: (payload: String, result: String?)]
  private var uses: [DataSchemas.Use] = []
  /// The types by scope and written name.
  private var resolved: [Scope: [String: DataType]] = [:]

  /// The place at which a type is written.
  private struct Scope: Hashable {
    let module: String
    /// Indicates whether the compiler requires that the type conforms to `Codable`.
    var isCodable: Bool
  }

  init(_ catalog: TypeCatalog, answers: InspectedProgram.Answers? = nil) {
    self.catalog = catalog
    forms = FormReader(catalog, answers: answers)
    jobs = answers?.jobs ?? [:]
  }

  /// The result, with the uses by kind, name and location.
  var schemas: DataSchemas {
    let ordered = uses.enumerated().sorted { left, right in
      (left.element.kind.rawValue, left.element.name, left.offset)
        < (right.element.kind.rawValue, right.element.name, right.offset)
    }
    return DataSchemas(uses: ordered.map(\.element), forms: forms.forms)
  }

  /// Adds the types of a record.
  mutating func add(_ record: DeclaredRecord) {
    // Malformed records are findings of `check`.
    guard let declaration = try? record.declaration() else { return }
    switch declaration {
    case .job(let schema):
      if let job = jobs[record.key] {
        add(.payload, forms.type(named: job.payload), of: .job, record)
        if let result = job.result {
          add(.result, forms.type(named: result), of: .job, record)
        }
        return
      }
      add(.payload, schema.payload, of: .job, record)
      if let result = schema.result, !Self.isVoid(result) {
        add(.result, result, of: .job, record)
      }
    case .contract(let schema):
      for parameter in schema.parameters {
        add(.argument(parameter.name), parameter.type, of: .contract, record)
      }
      if let result = schema.result, !Self.isVoid(result) {
        add(.result, result, of: .contract, record)
      }
    case .relayKey(let schema): add(.value, schema.type, of: .relay, record)
    case .callback(let schema):
      if let payload = schema.payload { add(.value, payload, of: .event, record) }
    default: break
    }
  }

  private static func isVoid(_ text: String) -> Bool {
    ["Void", "()", "Swift.Void"].contains(text)
  }

  private mutating func add(
    _ role: DataSchemas.Use.Role, _ text: String?, of kind: ModuleGraph.Node.Kind,
    _ record: DeclaredRecord
  ) {
    let type: DataType
    if let text {
      let scope = Scope(module: record.module, isCodable: kind == .job)
      let known = resolved[scope]?[text]
      type = known ?? resolve(WrittenType(text), in: scope)
      resolved[scope, default: [:]][text] = type
    } else {
      type = forms.unresolved("unknown", because: "the declaration does not write its type")
    }
    add(role, type, of: kind, record)
  }

  private mutating func add(
    _ role: DataSchemas.Use.Role, _ type: DataType, of kind: ModuleGraph.Node.Kind,
    _ record: DeclaredRecord
  ) {
    uses.append(
      DataSchemas.Use(
        kind: kind, name: record.key, role: role, type: type, module: record.module,
        place: record.location))
  }

  // MARK: Names

  private mutating func resolve(_ type: WrittenType, in scope: Scope) -> DataType {
    switch type {
    case .optional(let wrapped): return .optional(resolve(wrapped, in: scope))
    case .array(let element): return .array(resolve(element, in: scope))
    case .dictionary(let key, let value):
      return forms.dictionary(key: resolve(key, in: scope), value: resolve(value, in: scope))
    case .other(let words): return forms.unresolved(words, because: "it is \(words)")
    case .name(let name, let arguments):
      switch swiftType(name, arguments, in: scope) {
      case .success(let type): return forms.type(type)
      case .failure(let failure):
        return forms.unresolved("\(type)", because: failure.reason(in: name))
      }
    }
  }

  private struct Unresolved: Error {
    /// The name that cannot be resolved.
    let name: String
    /// A sentence about it, without a period.
    let reason: String

    /// Returns the reason for a type with this name, which may be an argument of it.
    func reason(in type: String) -> String {
      type == name ? reason : "of its argument \(name): \(reason)"
    }
  }

  private func swiftType(
    _ type: WrittenType, in scope: Scope
  ) -> Result<SwiftType, Unresolved> {
    func wrap(_ name: String, _ types: WrittenType...) -> Result<SwiftType, Unresolved> {
      swiftType(name, types, in: scope)
    }
    switch type {
    case .optional(let wrapped): return wrap("Swift.Optional", wrapped)
    case .array(let element): return wrap("Swift.Array", element)
    case .dictionary(let key, let value): return wrap("Swift.Dictionary", key, value)
    case .other(let words): return .success(.other(words))
    case .name(let name, let arguments): return swiftType(name, arguments, in: scope)
    }
  }

  private func swiftType(
    _ name: String, _ arguments: [WrittenType], in scope: Scope
  ) -> Result<SwiftType, Unresolved> {
    var types: [SwiftType] = []
    // The arguments of other types than collections need not conform.
    var inner = scope
    inner.isCodable = scope.isCodable && BasicNames.qualified(name) != nil
    for argument in arguments {
      switch swiftType(argument, in: inner) {
      case .success(let type): types.append(type)
      case .failure(let failure): return .failure(failure)
      }
    }
    return qualifiedName(of: name, in: scope).map { .nominal($0, types) }
  }

  /// Returns the only type that a written name may stand for in a module.
  private func qualifiedName(
    of name: String, in scope: Scope
  ) -> Result<String, Unresolved> {
    if name.hasPrefix("Swift."), let standard = BasicNames.qualified(name) {
      return .success(standard)
    }
    let module = scope.module
    let own = "\(module).\(name)"
    let known = names(endingWith: name, in: scope)
    let inner = known.filter { $0 != own && $0.hasPrefix("\(module).") }
    var candidates = inner
    if known.contains(own) {
      // It hides the types of other modules, but not types around the declaration.
      candidates.append(own)
    } else {
      let standard = BasicNames.qualified(name)
      candidates += standard.map { [$0] } ?? []
      candidates += known.filter { other in
        !other.hasPrefix("\(module).") && (other == name || Self.isTopLevel(name, in: other))
      }
    }
    switch candidates.count {
    case 1: return .success(candidates[0])
    case 0:
      // A type of a library that was not read, or a typealias.
      return .failure(
        Unresolved(
          name: name,
          reason: catalog.missingReason(
            or: "no type of the program has the name; it may be a typealias, or a type of a "
              + "library that was not read")))
    default:
      let list = candidates.sorted().joined(separator: ", ")
      return .failure(Unresolved(name: name, reason: "it may be one of \(list)"))
    }
  }

  /// Returns the names of types that end with a written name.
  ///
  /// A job has only payloads that conform to `Codable`, which excludes most types of other modules.
  private func names(endingWith name: String, in scope: Scope) -> [String] {
    let known = catalog.names(endingWith: name)
    guard scope.isCodable else { return known }
    let codable = known.filter {
      catalog.conforms($0, to: .decodable) && catalog.conforms($0, to: .encodable)
    }
    return codable.isEmpty ? known : codable
  }

  /// Returns whether a qualified name consists of a module and a name.
  private static func isTopLevel(_ name: String, in qualified: String) -> Bool {
    qualified.hasSuffix(".\(name)") && !qualified.dropLast(name.count + 1).contains(".")
  }
}

extension DeclaredRecord {
  /// A Boolean value that indicates whether values of types in the record cross a boundary.
  fileprivate var hasTypes: Bool {
    switch kind {
    case .job, .contract, .relayKey: true
    case .callback:
      // Most callbacks get the context of the event.
      if case .callback(let schema) = try? declaration() { schema.payload != nil } else { false }
    default: false
    }
  }
}
