import ModuleGraph
package import SourceInspection
import Spelling

extension EditorAnswers {
  /// The roles whose names can be changed.
  private static let renamed: Set<NameRole> = [.event, .task, .job, .relay, .notification]

  /// Returns the range of the name at a position, or `nil` if no name there can be changed.
  package func renameRange(at position: TextPosition, in path: String) -> FileRange? {
    guard let found = try? renamedName(at: position, in: path) else { return nil }
    return FileRange(path: path, range: found.range)
  }

  /// Returns the edits that rename an event, a task, a job, a relay or a notification.
  ///
  /// They change all literals with the name, including the strings of its constants and literals in
  /// files that are not open. The property of a constant keeps its name: at `.userDidLogin`, the
  /// edits change the constant's string, and SourceKit-LSP can rename the property. If a type names
  /// the task or the job, the edits rename the type at all its ranges in the compiler's index.
  ///
  /// - Throws: A ``RenameError``, if no such name is at the position, if the new name is taken or
  ///   not allowed, or if some ranges of a type are unknown.
  /// - Complexity: Reads each file that contains the name.
  package func rename(
    at position: TextPosition, in path: String, to newName: String
  ) throws(RenameError) -> [FileEdit] {
    let found = try renamedName(at: position, in: path)
    let types = program.typeNames[found.id]
    try check(newName, role: found.role, isType: types != nil)
    guard newName != found.name else { return [] }
    if let newID = found.role.id(newName), isNamedElsewhere(newID) {
      throw .takenName(newName, noun: found.role.noun, at: firstLocation(of: newID))
    }
    let paths = Set(sites(of: [found.id]) { _ in true }.map(\.path)).union((types ?? [:]).keys)
    var edits: [FileEdit] = []
    for path in paths.sorted() {
      guard let document = document(at: path) else { continue }
      let numbers = document.placeNumbers(of: [found.id], members: [], in: self)
      let ranges = try document.ranges(
        of: found.name, at: numbers, indexed: types.map { $0[path] ?? [] }, fileID: fileID(of: path)
      )
      edits += ranges.map { FileEdit(FileRange(path: path, range: $0), newName) }
    }
    return edits
  }

  /// Returns the name at a position, or throws an error if it cannot be changed.
  private func renamedName(
    at position: TextPosition, in path: String
  ) throws(RenameError) -> RenamedName {
    guard let document = document(at: path) else { throw .noName }
    guard let place = document.place(at: position) else {
      return try renamedType(at: position, in: document)
    }
    if case .node(let id) = place.target, let name = id.named(.routeClass) {
      throw .routingClass(name, at: "\(fileID(of: path)):\(place.range.start.line + 1)")
    }
    let ids = ids(of: place, in: document)
    guard let role = place.role, Self.renamed.contains(role), ids.count == 1,
      let kind = role.nodeKind, let name = ids[0].named(kind), name != "", !name.contains("{}")
    else { throw .noName }
    let range = document.rangeOfType(name, in: place.range) ?? place.range
    return RenamedName(id: ids[0], role: role, name: name, range: range)
  }

  /// Returns the type at a position that names a task or a job, in code outside the outline.
  private func renamedType(
    at position: TextPosition, in document: OpenDocument
  ) throws(RenameError) -> RenamedName {
    for role in [NameRole.task, .job] {
      guard let kind = role.nodeKind else { continue }
      for (id, files) in program.typeNames {
        guard let name = id.named(kind),
          let range = files[document.path]?.first(where: { $0.touches(position) }),
          document.lines.text(in: range) == name
        else { continue }
        return RenamedName(id: id, role: role, name: name, range: range)
      }
    }
    throw .noName
  }

  private func check(
    _ name: String, role: NameRole, isType: Bool
  ) throws(RenameError) {
    if name.isEmpty { throw .invalidName(name, because: "it is empty") }
    if isType, !name.isTypeName {
      throw .invalidName(name, because: "it names a type, but is not an identifier of Swift")
    }
    if name.first?.isWhitespace == true || name.last?.isWhitespace == true {
      throw .invalidName(name, because: "it starts or ends with a space")
    }
    for scalar in name.unicodeScalars where scalar == "\"" || scalar == "\\" {
      throw .invalidName(name, because: "it contains the character '\(scalar)'")
    }
    for scalar in name.unicodeScalars where EscapedText.isHidden(scalar) {
      throw .invalidName(
        name, because: "it contains the character \(EscapedText.spelledOut(scalar))")
    }
    if role == .event || role == .relay || role == .notification,
      name.contains(where: \.isWhitespace)
    {
      throw .invalidName(name, because: "names of \(role.noun)s have no spaces")
    }
  }

  private func firstLocation(of id: ModuleGraph.Node.ID) -> String {
    let first = ranges(of: sites(of: [id]) { _ in true }).first
    return first.map { "\(fileID(of: $0.path)):\($0.range.start.line + 1)" } ?? "another place"
  }
}

/// A name that can be changed, with its range.
private struct RenamedName {
  let id: ModuleGraph.Node.ID
  let role: NameRole
  let name: String
  let range: TextRange
}

extension ModuleGraph.Node.ID {
  /// Returns the name of a node, or `nil` if the node is of another kind.
  fileprivate func named(_ kind: ModuleGraph.Node.Kind) -> String? {
    hasPrefix("\(kind.rawValue):") ? String(dropFirst(kind.rawValue.utf8.count + 1)) : nil
  }
}

extension OpenDocument {
  /// Finds the ranges of a name in the file.
  ///
  /// They are the literals with the name. If a type has the name, they also include the ranges of
  /// the type in the outline and in the index.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - numbers: The indices of the places with the name.
  ///   - indexed: The ranges of the type in the index, or `nil` if the index has no such type.
  ///   - fileID: The name of the file in messages.
  /// - Returns: The ranges of the name.
  /// - Throws: A ``RenameError``, if a property has the name, or if the ranges of a type are
  ///   unknown.
  fileprivate func ranges(
    of name: String, at numbers: [Int], indexed: [TextRange]?, fileID: String
  ) throws(RenameError) -> [TextRange] {
    var literals: [TextRange] = []
    var types: Set<TextRange> = []
    for place in numbers.map({ places[$0] }) {
      let location = "\(fileID):\(place.range.start.line + 1)"
      if isInQuotes(place.range) {
        literals.append(place.range)
      } else if isNamedByProperty(place) {
        throw .property(String(lines.text(in: place.range)), at: location)
      } else if let range = rangeOfType(name, in: place.range) {
        guard indexed != nil || place.relation != .declaration else {
          throw .unindexedType(name, at: location)
        }
        types.insert(range)
      }
    }
    guard let indexed else { return literals }
    if indexed.allSatisfy({ lines.text(in: $0) == name }) {
      types.formUnion(indexed)
    } else {
      let words = NameSearch(lines: lines).ranges(of: name).filter { !isInQuotes($0) }
      guard types.isSuperset(of: words) else { throw .staleIndex(name, in: fileID) }
    }
    return literals + types.sorted { $0.start < $1.start }
  }

  /// Returns the range of the last component of a type's name, such as `Sync` in `Feed.Sync`.
  fileprivate func rangeOfType(_ name: String, in range: TextRange) -> TextRange? {
    let text = lines.text(in: range)
    guard text == name || text.hasSuffix(".\(name)"), !isInQuotes(range) else { return nil }
    let start = TextPosition(line: range.end.line, column: range.end.column - name.utf8.count)
    return TextRange(start, range.end)
  }

  /// Returns whether a place is the property of a constant without a string literal.
  private func isNamedByProperty(_ place: NamedPlace) -> Bool {
    outline.constants.contains { $0.memberRange == place.range && $0.nameRange == nil }
  }

  private func isInQuotes(_ range: TextRange) -> Bool {
    lines.byte(before: range.start) == UInt8(ascii: "\"")
  }
}

/// A string that replaces a range of a file.
package struct FileEdit: Sendable, Hashable {
  package var place: FileRange
  package var newText: String

  package init(_ place: FileRange, _ newText: String) {
    self.place = place
    self.newText = newText
  }
}
