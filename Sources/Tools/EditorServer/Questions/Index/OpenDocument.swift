import ModuleGraph
import SourceInspection

/// An open file, indexed by what it names.
///
/// The index knows nothing of other files, so that an edit of one file builds only its own.
struct OpenDocument: Sendable {
  let path: String
  let module: String?
  let file: SourceFile
  /// The declarations of the outline, and what code declares at run time.
  let declarations: [SourceDeclaration]
  /// All names, in the order of the file.
  let places: [NamedPlace]
  /// The places by the node that they name, as far as the text alone says it.
  let byNode: [ModuleGraph.Node.ID: [Int]]
  /// The places that name a constant.
  let byMember: [MemberKey: [Int]]
  /// The places that name a URL, whose meaning the routes of other files decide.
  let urls: [Int]
  /// The places that name a type.
  let types: [Int]
  /// The routes that the file declares.
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
      case .name(.url, .literal, _), .functions: urls.append(number)
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

  /// The name at a position; the shortest if several stand there.
  func place(at position: TextPosition) -> NamedPlace? {
    places.filter { $0.range.touches(position) }.min { $0.range.length < $1.range.length }
  }

  /// The declaration around a position; the innermost if several are.
  func declaration(around position: TextPosition) -> SourceDeclaration? {
    outline.declarations.filter { $0.range.touches(position) }
      .max { $0.range.start < $1.range.start }
  }

  /// The names in the range of a declaration.
  func names(in declaration: SourceDeclaration) -> [SourceName] {
    outline.names.filter {
      declaration.range.start <= $0.range.start && $0.range.end <= declaration.range.end
    }
  }
}

extension TextRange {
  /// An order of ranges by length: lines first, then columns.
  fileprivate var length: TextPosition {
    TextPosition(
      line: end.line - start.line,
      column: end.line == start.line ? end.column - start.column : end.column)
  }
}
