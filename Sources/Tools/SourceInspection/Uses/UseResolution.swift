import Declarations
import ModuleGraph

/// Resolves the names in the sources of a program to the nodes that they use.
struct UseResolution {
  /// The role and the member name of a constant, the key of a lookup without the index.
  private struct NamedConstant: Hashable {
    var role: NameRole
    var member: String
  }

  private var constantsBySymbol: [String: SourceConstant] = [:]
  /// The names that constants stand for, by role and member name.
  ///
  /// Used for members without a symbol in the index.
  private var constantsByName: [NamedConstant: Set<String>] = [:]
  private var typesBySymbol: [String: (name: String, location: CodeLocation)] = [:]
  private var contractsBySymbol: [String: (name: String, location: CodeLocation)] = [:]

  /// The names that flows give to their steps, which are not names of jobs.
  private var stepNames: Set<String> = []

  init(_ sources: [ProgramSource]) {
    for source in sources {
      for name in source.outline.names where name.role == .step && name.verb == .declares {
        stepNames.insert(name.text)
      }
      addConstants(of: source)
      addTypes(of: source)
      addContracts(of: source)
    }
  }

  private mutating func addConstants(of source: ProgramSource) {
    for constant in source.outline.constants {
      let key = NamedConstant(role: constant.role, member: constant.member)
      constantsByName[key, default: []].insert(constant.name)
      if let symbol = source.symbols.constants[constant.memberRange.start] {
        constantsBySymbol[symbol] = constant
      }
    }
  }

  private mutating func addTypes(of source: ProgramSource) {
    for declaration in source.outline.declarations
    where [.task, .job].contains(declaration.kind) {
      guard let type = source.symbols.types[declaration.nameRange.start] else { continue }
      typesBySymbol[type.usr] = (
        declaration.name, CodeLocation(fileID: source.fileID, line: type.line)
      )
    }
  }

  private mutating func addContracts(of source: ProgramSource) {
    for contract in source.contracts {
      let declaration = source.outline.declarations.first {
        $0.kind == .contract && $0.range.holds(line: contract.line - 1)
      }
      contractsBySymbol[contract.usr] = (
        declaration?.name ?? contract.name,
        CodeLocation(fileID: source.fileID, line: contract.line)
      )
    }
  }

  /// Returns the uses in a source, in the order of its lines.
  func uses(in source: ProgramSource) -> [ModuleGraph.Use] {
    let references = Set(source.references.map(\.position))
    let names = source.outline.names.filter { !references.contains($0.range.start) }
    let uses =
      names.compactMap { use($0, in: source) }
      + source.references.compactMap { use($0, in: source) }
    return uses.sorted { $0.order < $1.order }
  }

  private func use(_ name: SourceName, in source: ProgramSource) -> ModuleGraph.Use? {
    guard !name.isInDeclaration, let kind = name.role.nodeKind else { return nil }
    if name.role == .step, stepNames.contains(name.text) { return nil }
    let symbol = source.symbols.names[name.range.start]
    let type = symbol.flatMap { typesBySymbol[$0] }
    let constant = name.form == .member ? self.constant(name, symbol: symbol) : nil
    // Members of `KhalaStore` without a constant are not contracts.
    if name.role == .url, name.form == .member, constant == nil { return nil }
    return ModuleGraph.Use(
      name.verb, constant?.role.nodeKind ?? kind, constant?.name ?? type?.name ?? name.text,
      constant: name.form == .member ? name.text.split(separator: ".").last.map(String.init) : nil,
      declaration: type?.location, module: source.module,
      location: source.location(of: name.range.start), origin: .code)
  }

  /// Returns the role and the name that a member stands for.
  ///
  /// They come from the constant that the index has at the member's position. If the index has no
  /// symbol there, they come from the constants with the member's name, provided that all of them
  /// stand for the same name.
  private func constant(_ name: SourceName, symbol: String?) -> (role: NameRole, name: String)? {
    if let constant = symbol.flatMap({ constantsBySymbol[$0] }) {
      return (constant.role, constant.name)
    }
    // A symbol without a constant belongs to the toolkit and stands for its own name.
    guard symbol == nil else { return nil }
    let member = name.text.split(separator: ".").last.map(String.init) ?? name.text
    let texts = constantsByName[NamedConstant(role: name.role, member: member), default: []]
    return texts.count == 1 ? texts.first.map { (name.role, $0) } : nil
  }

  private func use(
    _ reference: ContractReference, in source: ProgramSource
  ) -> ModuleGraph.Use? {
    guard let contract = contractsBySymbol[reference.usr] else { return nil }
    return ModuleGraph.Use(
      reference.isCall ? .calls : .names, .contract, contract.name,
      declaration: contract.location, module: source.module,
      location: source.location(of: reference.position), origin: .code)
  }
}

extension ProgramSource {
  fileprivate func location(of position: TextPosition) -> CodeLocation {
    CodeLocation(fileID: fileID, line: position.line + 1, column: position.column + 1)
  }
}

extension TextRange {
  fileprivate func holds(line: Int) -> Bool { start.line <= line && line <= end.line }
}

extension ModuleGraph.Use {
  fileprivate var order: (Int, Int) { (location?.line ?? 0, location?.column ?? 0) }
}

/// A source of a program, with its symbols in the index.
struct ProgramSource: Sendable, Equatable {
  var module: String
  var path: String
  var outline = SourceOutline()
  var symbols = SourceSymbols()
  var contracts: [ContractFunction] = []
  var references: [ContractReference] = []

  /// The name of the source in records, such as `Cart/Badge.swift`.
  var fileID: String {
    "\(module)/\(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])"
  }
}
