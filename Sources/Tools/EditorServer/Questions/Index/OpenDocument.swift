import ModuleGraph
import SourceInspection

/// An open file with an index of its names.
///
/// The index does not depend on other files, so an edit of a file only rebuilds its own index.
struct OpenDocument: Sendable {
  let path: String
  let module: String?
  let file: SourceFile
  /// The declarations in the outline, and declarations that code adds at run time.
  let declarations: [SourceDeclaration]
  /// All names, in the order of the file.
  let places: [NamedPlace]
  /// The places by their node, if the text of the file alone determines the node.
  let byNode: [ModuleGraph.Node.ID: [Int]]
  /// The places that name a constant.
  let byMember: [MemberKey: [Int]]
  /// The places with a URL, whose meaning depends on the routes of other files.
  let urls: [Int]
  /// The places that name a type.
  let types: [Int]
  /// The routes in the file.
  let routes: [RouteSource]

  var outline: SourceOutline { file.outline }
  var lines: LineTable { file.lines }

  init(_ file: SourceFile, path: String, module: String?) {
    self.path = path
    self.module = module
    self.file = file
    declarations = Self.declarations(of: file.outline)
    places = Self.places(of: file.outline, declarations, lines: file.lines)
    routes = declarations.filter { $0.kind == .route }
      .map { RouteSource(url: $0.name, module: module) }
    var byNode: [ModuleGraph.Node.ID: [Int]] = [:]
    var byMember: [MemberKey: [Int]] = [:]
    var urls: [Int] = []
    var types: [Int] = []
    for (number, place) in places.enumerated() {
      switch place.target {
      case .node(let id): byNode[id, default: []].append(number)
      case .name(.url, _, _), .functions:
        if place.relation != .signature { urls.append(number) }
      case .name(_, .type, _): types.append(number)
      case .name(let role, .member, let member):
        byMember[MemberKey(role: role, member: member), default: []].append(number)
      case .name(let role, .literal, let name):
        if let id = role.id(name) { byNode[id, default: []].append(number) }
      }
    }
    self.byNode = byNode
    self.byMember = byMember
    self.urls = urls
    self.types = types
  }

  /// Returns the name at a position.
  ///
  /// If there are several, returns the shortest.
  func place(at position: TextPosition) -> NamedPlace? {
    places.filter { $0.range.touches(position) }.min { $0.range.length < $1.range.length }
  }

  /// Returns the declaration around a position.
  ///
  /// If there are several, returns the innermost.
  func declaration(around position: TextPosition) -> SourceDeclaration? {
    outline.declarations.filter { $0.range.touches(position) }
      .max { $0.range.start < $1.range.start }
  }

  /// Returns the names in the range of a declaration.
  func names(in declaration: SourceDeclaration) -> [SourceName] {
    outline.names.filter {
      declaration.range.start <= $0.range.start && $0.range.end <= declaration.range.end
    }
  }
}

extension TextRange {
  /// The length of a range for sorting: lines first, then columns.
  fileprivate var length: TextPosition {
    TextPosition(
      line: end.line - start.line,
      column: end.line == start.line ? end.column - start.column : end.column)
  }
}

extension OpenDocument {
  /// Collects the declarations of an outline, including declarations in code without a record, such
  /// as `scheduleTask(name: "Sync")`.
  static func declarations(of outline: SourceOutline) -> [SourceDeclaration] {
    let known = Set(outline.declarations.map(\.nameRange))
    return outline.declarations
      + outline.names.filter { !known.contains($0.range) }.compactMap(SourceDeclaration.init)
  }
}

extension SourceDeclaration {
  /// Creates a declaration from a name in code.
  ///
  /// Returns `nil` if the code only uses the name, or if a part of the name is only known at run
  /// time.
  fileprivate init?(_ name: SourceName) {
    guard name.verb == .declares, !name.text.contains("{}"), let kind = name.role.nodeKind else {
      return nil
    }
    // The name of a job is the last part of the name of its type.
    let text = name.form == .type ? name.text.split(separator: ".").last.map(String.init) : nil
    self.init(
      kind: kind, name: text ?? name.text, nameRange: name.range, range: name.range)
  }
}

extension OpenDocument {
  /// Collects the names of an outline, with one place for each range.
  ///
  /// If several places have the same range, constants take precedence, then declarations.
  static func places(
    of outline: SourceOutline, _ declarations: [SourceDeclaration], lines: LineTable
  ) -> [NamedPlace] {
    let wires = declarations.filter { $0.kind == .wire }.map(\.range)
    let places =
      outline.constants.flatMap(Self.places(of:))
      + declarations.map { place(of: $0, lines: lines) }
      + outline.names.map { place(of: $0, wires: wires) }
    var seen: Set<TextRange> = []
    return places.filter { seen.insert($0.range).inserted }
      .sorted { $0.range.start < $1.range.start }
  }

  private static func places(of constant: SourceConstant) -> [NamedPlace] {
    if constant.role == .url {
      // The URL itself is the name of a declaration.
      return [
        NamedPlace(
          range: constant.memberRange, relation: .signature,
          target: .name(.url, .literal, constant.name), role: .url)
      ]
    }
    guard let id = constant.role.id(constant.name) else { return [] }
    return [constant.memberRange, constant.nameRange].compactMap(\.self).map { range in
      NamedPlace(range: range, relation: .constant, target: .node(id), role: constant.role)
    }
  }

  private static func place(of name: SourceName, wires: [TextRange]) -> NamedPlace {
    let isInWire =
      name.isInDeclaration
      && wires.contains { $0.start <= name.range.start && name.range.end <= $0.end }
    return NamedPlace(
      range: name.range, relation: isInWire ? .wire : Relation(name.verb, of: name.role.nodeKind),
      target: name.verb == .notifies
        ? .functions(name.text) : .name(name.role, name.form, name.text),
      role: name.role)
  }

  private static func place(of declaration: SourceDeclaration, lines: LineTable) -> NamedPlace {
    let range = declaration.nameRange
    func named(_ role: NameRole, _ relation: Relation) -> NamedPlace {
      let form = form(of: range, lines: lines)
      return NamedPlace(
        range: range, relation: relation, target: .name(role, form, declaration.name), role: role)
    }
    return switch declaration.kind {
    case .callback: named(.event, .listener)
    case .observer: named(.relay, .observer)
    case .contract:
      NamedPlace(
        range: range, relation: .contract, target: .name(.url, .literal, declaration.name),
        role: .url)
    default:
      NamedPlace(
        range: range, relation: .declaration,
        target: .node(ModuleGraph.Node.id(declaration.kind, declaration.name)),
        role: NameRole(declaration.kind))
    }
  }

  /// Returns the form of the name of a callback or an observer: a member if it follows a dot.
  private static func form(of range: TextRange, lines: LineTable) -> SourceName.Form {
    lines.byte(before: range.start) == UInt8(ascii: ".") ? .member : .literal
  }
}
