package import Declarations

/// The declarations of a program, read without running it.
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

  /// The problems of single declarations, and of several with one name.
  package let ownProblems: [ModuleProblem]

  /// Reads declarations.
  ///
  /// - Parameter declarations: All of a program, in the order in which the
  ///   registry of a process has them: by priority from the highest, then file,
  ///   line, column and id. Of two classes of one name the first is called.
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

  /// Everything that is wrong with them: see ``Khala/problems``.
  ///
  /// - Complexity: O(*n*) in routes and contracts; compute it once.
  public var problems: [ModuleProblem] {
    let table = RouteMapTable(routes)
    return ownProblems + table.problems + table.problems(of: contracts).problems
  }
}

/// A declaration of Khala's as it stands in a binary: a routing class, or a
/// function with `@KhalaCall`.
///
/// A program makes them of its own records (``Khala/routes`` does); a tool makes
/// them of the records that it finds in a file, and learns the same without
/// running the program.
public struct KhalaDeclaration: Hashable, Sendable {
  /// The name of a routing class, or the URL of a contract.
  public let key: String

  /// The declaration of the record, or the fault of its detail.
  package let content: Result<Declaration, RecordFault>

  /// The source location of the declaration.
  public let location: CodeLocation

  /// Takes over a record, or nothing if it is of another kind.
  ///
  /// - Parameters:
  ///   - recordKind: The four characters of the record's kind: `khla` for a
  ///     routing class, `khct` for a contract.
  ///   - key: The record's key.
  ///   - detail: The record's detail, a JSON object.
  ///   - location: The record's file and line.
  public init?(recordKind: String, key: String, detail: String, location: CodeLocation) {
    guard let kind = RecordKind(recordKind) else { return nil }
    let record = DeclaredRecord(
      kind: kind, key: key, fileID: location.fileID, line: location.line, id: 0, detail: detail)
    self.init(record, Result { () throws(RecordFault) in try record.declaration() })
  }

  /// Takes over a record that has been read, or nothing if it is of another kind.
  package init?(_ record: DeclaredRecord, _ content: Result<Declaration, RecordFault>) {
    guard [.routingClass, .contract].contains(record.kind) else { return nil }
    key = record.key
    self.content = content
    location = CodeLocation(fileID: record.fileID, line: record.line)
  }
}

extension KhalaDeclaration {
  // Without the content: there is hardly more than one declaration of a key at one source location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(location)
  }
}

extension KhalaDeclarations {
  /// The expectations of a function with `@KhalaCall` of the route that it calls.
  public struct Contract: Hashable, Sendable, CustomStringConvertible {
    /// A value that goes along.
    public struct Parameter: Hashable, Sendable {
      /// The name of the value.
      public let name: String

      /// The type as it was written.
      public let type: String

      /// The type that this is, with the modules of all names; known only in a
      /// running process.
      public package(set) var resolvedType: String?

      /// Describes a value.
      public init(name: String, type: String, resolvedType: String? = nil) {
        self.name = name
        self.type = type
        self.resolvedType = resolvedType
      }
    }

    /// The URL that is called.
    public let url: String

    /// The values that go along.
    public package(set) var parameters: [Parameter]

    /// A Boolean value that indicates whether the call takes a dictionary, whose keys no
    /// declaration names.
    public let givesInfo: Bool

    /// The number of closures that go along.
    public let closureCount: Int

    /// The type that is expected, as it was written; nothing if none is.
    public let result: String?

    /// The type that this is; known only in a running process.
    public package(set) var resolvedResult: String?

    /// A Boolean value that indicates whether the function waits for the route.
    public let isAsync: Bool

    /// The name of the function; `nil` in records of earlier releases.
    public let function: String?

    /// The isolation of the function: the name of a global actor such as `MainActor`, `actor`
    /// for a member of an actor, or `nonisolated`.
    ///
    /// `nil` if the macro cannot see it, because it is inherited from another declaration, and
    /// in records of earlier releases.
    public let isolation: String?

    /// The source location of the declaration.
    public let location: CodeLocation

    public var description: String { "the contract for '\(url)'" }

    /// Puts a contract together.
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
  /// Takes over what a record says.
  package init(_ schema: ContractSchema, url: String, location: CodeLocation) {
    self.init(
      url: url, parameters: schema.parameters.map { Parameter(name: $0.name, type: $0.type) },
      givesInfo: schema.givesInfo ?? false, closureCount: schema.closureCount ?? 0,
      result: schema.result, isAsync: schema.isAsync ?? false, function: schema.function,
      isolation: schema.isolation, location: location)
  }
}
