import ModuleGraph
import SourceInspection

extension OpenDocument {
  /// Collects the declarations of an outline, with those of code such as
  /// `scheduleTask(name: "Sync")`, which have no records.
  static func declarations(of outline: SourceOutline) -> [SourceDeclaration] {
    let known = Set(outline.declarations.map(\.nameRange))
    return outline.declarations
      + outline.names.filter { !known.contains($0.range) }.compactMap(SourceDeclaration.init)
  }
}

extension SourceDeclaration {
  /// Describes what code declares by a name; `nil` if it uses the name, or a part of the name is
  /// known only at run time.
  fileprivate init?(_ name: SourceName) {
    guard name.verb == .declares, !name.text.contains("{}"), let kind = name.role.nodeKind else {
      return nil
    }
    // A job has the last name of its type.
    let text = name.form == .type ? name.text.split(separator: ".").last.map(String.init) : nil
    self.init(
      kind: kind, name: text ?? name.text, nameRange: name.range, range: name.range)
  }
}
