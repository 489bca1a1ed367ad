import ModuleGraph
package import SourceInspection

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension EditorAnswers {
  /// Returns the facts about the name at a position, as Markdown.
  ///
  /// - Parameters:
  ///   - position: A position in the name.
  ///   - path: The path of the file.
  ///   - now: The time after which the fire times of a schedule are listed.
  /// - Returns: The facts, or `nil` if the position has no name of the toolkit.
  package func hover(at position: TextPosition, in path: String, now: Date) -> Hover? {
    guard let document = document(at: path), let place = document.place(at: position) else {
      return nil
    }
    var page = Markdown()
    if case .name(let role, _, let text) = place.target, role.nodeKind == nil {
      describeTime(role, text, at: place, in: document, now: now, on: &page)
    } else {
      describe(place, in: document, now: now, on: &page)
    }
    guard !page.lines.isEmpty else { return nil }
    return Hover(range: place.range, markdown: page.text)
  }

  private func describe(
    _ place: NamedPlace, in document: OpenDocument, now: Date, on page: inout Markdown
  ) {
    let ids = ids(of: place, in: document)
    switch place.target {
    case .name(.url, .literal, let url): describe(url: url, routes: ids, on: &page)
    case .name(.url, .member, let function): describe(contract: function, on: &page)
    default:
      for id in ids { describeHead(of: id, on: &page) }
    }
    for id in ids {
      describeFacts(of: id, now: now, on: &page)
      describeSites(of: id, on: &page)
    }
    if !ids.isEmpty { describeOrigin(of: ids, on: &page) }
  }

  /// Writes the kind, the name, the module, the type and the documentation of a node.
  private func describeHead(of id: ModuleGraph.Node.ID, on page: inout Markdown) {
    let node = program.graph.node(id)
    let kind = String(id.prefix { $0 != ":" })
    let name = node?.name ?? String(id.dropFirst(kind.count + 1))
    let module = node?.module ?? modules(declaring: id).first
    page.paragraph(
      "\(EditorAnswers.noun(ofKind: kind)) \(Markdown.code(name))"
        + (module.map { ", module \(Markdown.code($0))" } ?? ""))
    if let type = valueType(of: id) { page.paragraph("Type: \(Markdown.code(type))") }
    if let documentation = documentation(of: id) { page.paragraph(documentation) }
  }

  private static func noun(ofKind kind: String) -> String {
    NameRole(ModuleGraph.Node.Kind(rawValue: kind))?.noun ?? kind
  }

  /// Returns the modules whose open files declare a node.
  private func modules(declaring id: ModuleGraph.Node.ID) -> [String] {
    openDocuments.filter { $0.declares(id) }.compactMap(\.module)
  }

  /// Writes the sources of the facts, and a warning if the facts may be outdated.
  private func describeOrigin(of ids: [ModuleGraph.Node.ID], on page: inout Markdown) {
    let isBuilt = ids.contains { program.graph.node($0)?.certainty == .declared }
    let isOpen = openDocuments.contains { document in ids.contains { document.declares($0) } }
    let hasUses = ids.contains { id in
      program.sites[id]?.contains { $0.origin == .code && !$0.relation.isDefinition } ?? false
    }
    var origins: [String] = []
    if isBuilt { origins.append("the records of the program") }
    if hasUses { origins.append("the uses in its code") }
    if isOpen { origins.append("open files") }
    if ids.contains(where: { program.seenUses[$0] != nil }) { origins.append("a trace") }
    var sentence = origins.isEmpty ? "" : "From \(origins.joined(separator: ", "))."
    if isStale { sentence += (sentence.isEmpty ? "" : " ") + "Built before the last edit." }
    if !sentence.isEmpty { page.paragraph("*\(sentence)*") }
  }
}

/// The facts about a name, as Markdown.
package struct Hover: Sendable, Hashable {
  package var range: TextRange
  package var markdown: String

  package init(range: TextRange, markdown: String) {
    self.range = range
    self.markdown = markdown
  }
}
