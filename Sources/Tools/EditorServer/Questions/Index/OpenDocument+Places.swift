import ModuleGraph
import SourceInspection

extension OpenDocument {
  /// Collects the names of an outline, each range once: as that of a declaration, if it is one.
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
    guard let id = constant.role.id(constant.name) else { return [] }
    let target: NamedPlace.Target =
      constant.role == .url ? .name(.url, .literal, constant.name) : .node(id)
    return [constant.memberRange, constant.nameRange].compactMap(\.self).map { range in
      NamedPlace(range: range, relation: .constant, target: target, role: constant.role)
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

  /// The form of the name of a callback or an observer: a member, if a dot is before it.
  private static func form(of range: TextRange, lines: LineTable) -> SourceName.Form {
    lines.byte(before: range.start) == UInt8(ascii: ".") ? .member : .literal
  }
}
