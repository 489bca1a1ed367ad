package import Declarations

/// The declarations of a program, read from its binary without running it.
///
/// ```swift
/// let found = KhalaDeclarations(records.compactMap { record in
///   KhalaDeclaration(recordKind: …, key: …, detail: …, location: …)
/// })
/// for problem in found.problems { print(problem) }
/// ```
public struct KhalaDeclarations: Sendable {
  /// The routes of all routing classes.
  public let routes: KhalaRouteMap

  /// The functions with `@KhalaCall`.
  public let contracts: [Contract]

  /// The problems of single declarations, and of declarations with the same name.
  package let ownProblems: [ModuleProblem]

  /// Reads declarations.
  ///
  /// - Parameter declarations: All declarations of a program, in the order of the registry of a
  ///   process: by priority, highest first, then by file, line, column and id. If two classes have
  ///   the same name, the first one is called.
  public init(_ declarations: some Sequence<KhalaDeclaration>) {
    var routes: [KhalaRouteMap.Route] = []
    var contracts: [Contract] = []
    var problems: [ModuleProblem] = []
    var firsts: [String: CodeLocation] = [:]
    for declaration in declarations {
      do throws(RecordFault) {
        switch try declaration.content.get() {
        case .contract(let schema):
          contracts.append(Contract(schema, url: declaration.key, location: declaration.location))
        case .routingClass(let schema):
          if let first = firsts[declaration.key] {
            problems.append(
              .duplicateClass(declaration.key, at: declaration.location, after: first))
            continue
          }
          firsts[declaration.key] = declaration.location
          let found = ModuleDeclaration(
            name: declaration.key, schema: schema, location: declaration.location
          ).routes()
          routes += found.routes
          problems += found.problems
        default: break
        }
      } catch {
        problems.append(.unreadableDeclaration(declaration, because: error))
      }
    }
    self.routes = KhalaRouteMap(routes: routes)
    self.contracts = contracts
    ownProblems = problems
  }

  /// All problems of the declarations: see ``Khala/problems``.
  ///
  /// - Complexity: O(*n*) in routes and contracts. Compute it once.
  public var problems: [ModuleProblem] {
    let table = RouteMapTable(routes)
    return ownProblems + table.problems + table.problems(of: contracts).problems
  }
}

/// A declaration of Khala in a binary: a routing class, or a function with `@KhalaCall`.
///
/// A program creates declarations from its own records, as ``Khala/routes`` does. A tool creates
/// them from the records in a file, and gets the same information without running the program.
public struct KhalaDeclaration: Hashable, Sendable {
  /// The name of a routing class, or the URL of a contract.
  public let key: String

  /// The declaration of the record, or the fault in its detail.
  package let content: Result<Declaration, RecordFault>

  /// The source location of the declaration.
  public let location: CodeLocation

  /// Creates the declaration of a record, or returns `nil` if the record has another kind.
  ///
  /// - Parameters:
  ///   - recordKind: The four characters of the record's kind: `khla` for a routing class, `khct`
  ///     for a contract.
  ///   - key: The record's key.
  ///   - detail: The record's detail, a JSON object.
  ///   - location: The record's file and line.
  public init?(recordKind: String, key: String, detail: String, location: CodeLocation) {
    guard let kind = RecordKind(recordKind) else { return nil }
    let record = DeclaredRecord(
      kind: kind, key: key, fileID: location.fileID, line: location.line, id: 0, detail: detail)
    self.init(record, Result { () throws(RecordFault) in try record.declaration() })
  }

  /// Creates the declaration of a parsed record, or returns `nil` if the record has another kind.
  package init?(_ record: DeclaredRecord, _ content: Result<Declaration, RecordFault>) {
    guard [.routingClass, .contract].contains(record.kind) else { return nil }
    key = record.key
    self.content = content
    location = CodeLocation(fileID: record.fileID, line: record.line)
  }
}

extension KhalaDeclaration {
  // Without the content, because declarations rarely share a key and a source location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(location)
  }
}

extension KhalaDeclarations {
  /// A function with `@KhalaCall`, with the route that it expects.
  public struct Contract: Hashable, Sendable, CustomStringConvertible {
    /// A value that the function sends.
    public struct Parameter: Hashable, Sendable {
      /// The name of the value.
      public let name: String

      /// The type as written.
      public let type: String

      /// The resolved type with the modules of all names, which is known only in a running process.
      public package(set) var resolvedType: String?

      /// Creates a parameter.
      public init(name: String, type: String, resolvedType: String? = nil) {
        self.name = name
        self.type = type
        self.resolvedType = resolvedType
      }
    }

    /// The URL that the function calls.
    public let url: String

    /// The values that the function sends.
    public package(set) var parameters: [Parameter]

    /// A Boolean value that indicates whether the function sends a dictionary, whose keys are not
    /// declared.
    public let givesInfo: Bool

    /// The number of closures that the function sends.
    public let closureCount: Int

    /// The expected result type as written, or `nil` for none.
    public let result: String?

    /// The resolved result type, which is known only in a running process.
    public package(set) var resolvedResult: String?

    /// A Boolean value that indicates whether the function waits for the route.
    public let isAsync: Bool

    /// The name of the function, or `nil` in records of earlier releases.
    public let function: String?

    /// The isolation of the function: the name of a global actor such as `MainActor`, `actor` for a
    /// member of an actor, or `nonisolated`.
    ///
    /// It is `nil` if the macro cannot see it because another declaration determines it, and in
    /// records of earlier releases.
    public let isolation: String?

    /// The source location of the declaration.
    public let location: CodeLocation

    public var description: String { "the contract for '\(url)'" }

    /// Creates a contract.
    public init(
      url: String, parameters: [Parameter] = [], givesInfo: Bool = false, closureCount: Int = 0,
      result: String? = nil, isAsync: Bool = false, function: String? = nil,
      isolation: String? = nil, location: CodeLocation
    ) {
      self.url = url
      self.parameters = parameters
      self.givesInfo = givesInfo
      self.closureCount = closureCount
      self.result = result
      self.isAsync = isAsync
      self.function = function
      self.isolation = isolation
      self.location = location
    }
  }
}

extension KhalaDeclarations.Contract {
  /// Creates the contract of a record.
  package init(_ schema: ContractSchema, url: String, location: CodeLocation) {
    self.init(
      url: url, parameters: schema.parameters.map { Parameter(name: $0.name, type: $0.type) },
      givesInfo: schema.givesInfo ?? false, closureCount: schema.closureCount ?? 0,
      result: schema.result, isAsync: schema.isAsync ?? false, function: schema.function,
      isolation: schema.isolation, location: location)
  }
}
