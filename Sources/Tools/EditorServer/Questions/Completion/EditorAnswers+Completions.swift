import Declarations
import ModuleGraph
package import SourceInspection

extension EditorAnswers {
  /// The maximum number of suggestions in a response.
  static let mostCompletions = 300

  /// Returns the suggestions for the name at a position.
  ///
  /// Inside a literal, they replace its whole content. Suggestions from the same module come first,
  /// followed by modules that it already uses, and then by others. Each group is sorted by name.
  package func completions(at position: TextPosition, in path: String) -> [Completion] {
    guard let document = document(at: path), let place = document.place(at: position) else {
      return []
    }
    let typed = TypedText(
      content: String(document.lines.text(in: place.range)),
      before: String(document.lines.text(in: TextRange(place.range.start, position))),
      range: place.range)
    if case .functions = place.target { return functionCompletions(typed) }
    guard case .name(let role, let form, _) = place.target, place.relation != .signature else {
      return []
    }
    return switch (role, form) {
    case (.url, .literal): urlCompletions(typed, from: document.module)
    case (.cron, .literal): CronCompletions(typed).all
    case (.calendar, .literal): calendarCompletions(typed)
    case (.timeZone, .literal): zoneCompletions(typed)
    case (_, .literal): nameCompletions(role, typed, from: document.module)
    case (_, .member): memberCompletions(role, typed, from: document.module)
    case (_, .type): typeCompletions(role, typed, from: document.module)
    }
  }

  // MARK: - Names

  private func nameCompletions(
    _ role: NameRole, _ typed: TypedText, from module: String?
  ) -> [Completion] {
    let documentation = documentationOfOpenFiles()
    return nearestFirst(
      entries(of: role, matching: typed), from: module, name: \.name, module: \.module
    ).map { entry in
      Completion(
        label: entry.name, range: typed.range, newText: entry.name, role: role,
        detail: [entry.detail, entry.module].compactMap(\.self).joined(separator: " · "),
        documentation: documentation[entry.id] ?? builtDocumentation(of: entry.id))
    }
  }

  /// Returns the names with this role in open files and the program that match the typed text,
  /// without duplicates.
  private func entries(of role: NameRole, matching typed: TypedText) -> [NameDirectory.Entry] {
    let open = openDocuments.flatMap { $0.entries(of: role) }.filter { typed.matches($0.name) }
    let known = Set(open.map(\.id))
    return open
      + (program.names.entries[role] ?? []).filter {
        // A program has thousands of names, and few of them match.
        typed.matches($0.name) && !known.contains($0.id) && isStillNamed($0.id)
      }
  }

  /// Returns whether a name of the built program still exists, in a file that is not open or in the
  /// current text of an open file.
  private func isStillNamed(_ id: ModuleGraph.Node.ID) -> Bool {
    guard !documents.isEmpty, let sites = program.sites[id] else { return true }
    return sites.contains { documents[$0.path] == nil }
      || documents.values.contains { $0.byNode[id] != nil }
  }

  private func memberCompletions(
    _ role: NameRole, _ typed: TypedText, from module: String?
  ) -> [Completion] {
    typealias Member = (name: String, text: String, type: String?, notes: String?, module: String?)
    var members = openDocuments.flatMap { document in
      document.outline.constants.filter { $0.role == role }.map { constant -> Member in
        (
          constant.member, constant.name, constant.valueType, constant.documentation,
          document.module
        )
      }
    }
    for (key, constants) in program.constants where key.role == role {
      for constant in constants where documents[constant.path] == nil {
        members.append(
          (
            constant.member, constant.name, constant.valueType, constant.documentation,
            program.module(of: constant.path)
          ))
      }
    }
    if role == .taskEvent {
      members += TaskSchema.eventNames.map { ($0, $0, nil, nil, "TaskKit") }
    }
    var seen: Set<String> = []
    return nearestFirst(
      members.filter { typed.matches($0.name) }, from: module, name: \.name, module: \.module
    ).filter { seen.insert($0.name).inserted }.map { member in
      Completion(
        label: member.name, range: typed.range, newText: member.name, role: role,
        detail: [
          "\(role.noun) \"\(member.text)\"" + (member.type.map { " of \($0)" } ?? ""),
          member.module,
        ].compactMap(\.self).joined(separator: " · "),
        documentation: member.notes)
    }
  }

  private func typeCompletions(
    _ role: NameRole, _ typed: TypedText, from module: String?
  ) -> [Completion] {
    let nodes = role.nodeKind.map { program.graph.nodes(of: $0) } ?? []
    let types = nodes.compactMap { node -> (name: String, module: String?)? in
      guard case .text(let type)? = node[attribute: "type"], isDeclared(node.id) else { return nil }
      return (type, node.module)
    }
    return nearestFirst(
      types.filter { typed.matches($0.name) }, from: module, name: \.name, module: \.module
    ).map { type in
      Completion(
        label: type.name, range: typed.range, newText: type.name, role: role,
        detail: [role.noun, type.module].compactMap(\.self).joined(separator: " · "))
    }
  }

  // MARK: - Order

  /// Sorts suggestions by the distance of their modules, and then by name.
  func nearestFirst<Proposal>(
    _ proposals: [Proposal], from module: String?, name: (Proposal) -> String,
    module moduleOf: (Proposal) -> String?
  ) -> ArraySlice<Proposal> {
    let reached = Set(
      program.graph.moduleEdges.filter { $0.from == module }.map(\.to))
    func rank(_ other: String?) -> Int {
      guard let other else { return 2 }
      return other == module ? 0 : reached.contains(other) ? 1 : 2
    }
    return proposals.map { (rank(moduleOf($0)), name($0), $0) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      .map(\.2).prefix(Self.mostCompletions)
  }

  /// Returns the documentation comments in open files, by node.
  private func documentationOfOpenFiles() -> [ModuleGraph.Node.ID: String] {
    var comments: [ModuleGraph.Node.ID: String] = [:]
    for document in openDocuments {
      for declaration in document.declarations {
        comments[ModuleGraph.Node.id(declaration.kind, declaration.name)] =
          declaration.documentation
      }
      for constant in document.outline.constants {
        if let id = constant.role.id(constant.name), let text = constant.documentation {
          comments[id] = text
        }
      }
    }
    return comments
  }

  private func builtDocumentation(of id: ModuleGraph.Node.ID) -> String? {
    program.constantsOfNode[id]?.lazy.compactMap(\.documentation).first
  }
}

extension OpenDocument {
  /// Returns the names with this role that the file declares.
  fileprivate func entries(of role: NameRole) -> [NameDirectory.Entry] {
    let declared = declarations.filter { $0.kind == role.nodeKind }.map(\.name)
    let constants = outline.constants.filter { $0.role == role }.map(\.name)
    var seen: Set<String> = []
    return (declared + constants).filter { seen.insert($0).inserted }.compactMap { name in
      role.id(name).map {
        NameDirectory.Entry(name: name, id: $0, module: module, detail: role.noun)
      }
    }
  }
}

/// The typed part of the name at the cursor.
struct TypedText {
  /// The whole name.
  let content: String
  /// The part before the cursor.
  let before: String
  let range: TextRange
  private let match: FuzzyMatch

  init(content: String, before: String, range: TextRange) {
    self.content = content
    self.before = before
    self.range = range
    match = FuzzyMatch(before)
  }

  /// Returns whether a name contains the characters before the cursor in their order.
  func matches(_ name: String) -> Bool { before.isEmpty || match.score(name) != nil }
}

/// A query whose letters must occur in a name in the same order.
///
/// Case is ignored.
struct FuzzyMatch {
  private let query: [UInt8]

  init(_ query: String) {
    self.query = query.utf8.map(Self.lowercased)
  }

  /// Returns the score of a name.
  ///
  /// Higher scores are better.
  ///
  /// Adjacent letters have the highest scores, followed by letters at the start of a word. Each
  /// letter of the name that is not in the query reduces the score slightly.
  ///
  /// - Returns: The score, or `nil` if the name does not contain all letters of the query.
  /// - Complexity: O(*n*) in the length of the name.
  func score(_ name: String) -> Int? {
    var score = 0
    var matched = 0
    var wasMatch = false
    var last: UInt8 = 0
    var length = 0
    for byte in name.utf8 {
      length += 1
      if matched < query.count, Self.lowercased(byte) == query[matched] {
        if wasMatch { score += 8 }
        if Self.beginsWord(byte, after: last) { score += 6 }
        if matched == 0, length == 1 { score += 8 }
        matched += 1
        wasMatch = true
      } else {
        wasMatch = false
      }
      last = byte
    }
    guard matched == query.count else { return nil }
    return score - (length - matched)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  private static func beginsWord(_ byte: UInt8, after last: UInt8) -> Bool {
    let isUpper = byte &- 0x41 < 26
    let wasLower = last &- 0x61 < 26
    let wasLetter = (last | 0x20) &- 0x61 < 26 || last &- 0x30 < 10
    return !wasLetter || isUpper && wasLower
  }
}
