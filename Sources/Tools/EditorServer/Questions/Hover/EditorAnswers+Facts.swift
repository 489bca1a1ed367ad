import BinaryInspection
import ModuleGraph
import SourceInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EditorAnswers {
  /// The attributes that the list omits, because other sentences contain them or the source shows
  /// them.
  private static let leftOut: Set = ["cron", "zone", "schedule", "leadsTo", "type", "member", "on"]

  /// Writes the attributes of a node, and its state in the running process.
  func describeFacts(of id: ModuleGraph.Node.ID, now: Date, on page: inout Markdown) {
    guard let node = program.graph.node(id) else { return }
    let facts = node.attributes.filter { !Self.leftOut.contains($0.name) }
    if node.kind != .route {
      page.list(
        "Declared with", facts.map { "\($0.name): \(Markdown.code($0.value.description))" })
    }
    describeTypes(of: node, on: &page)
    if node.kind == .task { describeTask(node, now: now, on: &page) }
    if let state = program.graph.live?.nodes[id], let text = state.text {
      page.paragraph("State of the running process: \(text)")
    }
  }

  /// The number of types that a hover shows.
  private static let shownTypes = 12

  /// Writes the fields of the types of a declaration's values, as they are encoded.
  private func describeTypes(of node: ModuleGraph.Node, on page: inout Markdown) {
    let schemas = program.schemas
    let uses = schemas.uses.filter { $0.kind == node.kind && $0.name == node.name }
    var known: Set<String> = []
    let names = schemas.names(in: uses.map(\.type), omitting: &known)
    page.list(
      "Encoded as", names.prefix(Self.shownTypes).map { Markdown.code(schemas.line(of: $0)) })
    if names.count > Self.shownTypes {
      page.paragraph(
        "And \(names.count - Self.shownTypes) more types, which `modkit schema` shows.")
    }
  }

  /// Writes the schedule, the triggers, the dependencies and the last run of a task.
  private func describeTask(_ node: ModuleGraph.Node, now: Date, on page: inout Markdown) {
    if case .text(let cron)? = node[attribute: "cron"] {
      describe(
        cron: cron, zone: node[attribute: "zone"]?.description, task: node.name, now: now, on: &page
      )
    }
    let triggers = program.graph.edges(to: node.id).filter { $0.kind == .runs }.map(\.from)
    page.list("Runs on", triggers.map(name(of:)))
    for (kind, title) in [(ModuleGraph.Edge.Kind.dependsOn, "Depends on"), (.after, "Runs after")] {
      let others = program.graph.edges(from: node.id).filter { $0.kind == kind }.map(\.to)
      page.list(title, others.map(name(of:)))
    }
    let runs = program.graph.live?.runs ?? []
    for run in runs.reversed() {
      guard let entry = run.tasks.last(where: { $0.name == node.name }) else { continue }
      page.paragraph("Last run: \(Self.duration(entry.duration)), \(entry.outcome).")
      return
    }
  }

  private func name(of id: ModuleGraph.Node.ID) -> String {
    let name = program.graph.node(id)?.name ?? id
    return Markdown.code(name)
  }

  /// Formats a duration in microseconds with a suitable unit.
  static func duration(_ microseconds: Double) -> String {
    switch microseconds {
    case ..<1_000: "\(Int(microseconds.rounded())) µs"
    case ..<1_000_000: "\((microseconds / 100).rounded() / 10) ms"
    default: "\((microseconds / 100_000).rounded() / 10) s"
    }
  }

  /// Returns the type of a relay's values or an event's payload, as written in the source.
  func valueType(of id: ModuleGraph.Node.ID) -> String? {
    for document in openDocuments {
      for constant in document.outline.constants where constant.role.id(constant.name) == id {
        if let type = constant.valueType { return type }
      }
    }
    return (program.constantsOfNode[id] ?? []).lazy.compactMap(\.valueType).first
      ?? program.graph.node(id)?[attribute: "type"]?.description
  }

  /// Returns the documentation comment of a declaration or a constant.
  func documentation(of id: ModuleGraph.Node.ID) -> String? {
    for document in openDocuments {
      for constant in document.outline.constants where constant.role.id(constant.name) == id {
        if let text = constant.documentation { return text }
      }
      for declaration in document.outline.declarations
      where ModuleGraph.Node.id(declaration.kind, declaration.name) == id {
        if let text = declaration.documentation { return text }
      }
    }
    return (program.constantsOfNode[id] ?? []).lazy.compactMap(\.documentation).first
  }
}
