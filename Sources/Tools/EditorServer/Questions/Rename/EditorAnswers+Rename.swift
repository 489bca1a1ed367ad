import ModuleGraph
package import SourceInspection
import Spelling

extension EditorAnswers {
  /// The roles whose names are texts of their own.
  private static let renamed: Set<NameRole> = [.event, .task, .job, .relay, .notification]

  /// Returns the range of the name at a position that can be changed; `nil` if there is none.
  package func renameRange(at position: TextPosition, in path: String) -> FileRange? {
    guard let found = try? renamedName(at: position, in: path) else { return nil }
    return FileRange(path: path, range: found.place.range)
  }

  /// Returns the edits that give a name to an event, a task, a job, a relay or a notification.
  ///
  /// They change all literals with the name and the texts of its constants, also in files that are
  /// not open. A member constant keeps its own name: at `.userDidLogin`, the text that the constant
  /// stands for is changed, while its property is for SourceKit-LSP to rename.
  ///
  /// - Throws: A ``RenameError``, if no such name is at the position, or the new name is not
  ///   allowed or taken.
  /// - Complexity: Reads each file that has the name.
  package func rename(
    at position: TextPosition, in path: String, to newName: String
  ) throws(RenameError) -> [FileEdit] {
    let found = try renamedName(at: position, in: path)
    try check(newName, role: found.role)
    guard newName != found.name, let id = found.role.id(found.name) else { return [] }
    if let newID = found.role.id(newName), isNamedElsewhere(newID) {
      throw .takenName(newName, noun: found.role.noun, at: firstLocation(of: newID))
    }
    var edits: [FileEdit] = []
    for path in pathsOfFiles(naming: id) {
      guard let document = document(at: path) else { continue }
      edits += try document.edits(replacing: id, by: newName, fileID: fileID(of: path))
    }
    return edits
  }

  /// The name at a position, if it is one that can be changed.
  private func renamedName(
    at position: TextPosition, in path: String
  ) throws(RenameError) -> (place: NamedPlace, role: NameRole, name: String) {
    guard let document = document(at: path), let place = document.place(at: position),
      let role = place.role, Self.renamed.contains(role)
    else { throw .noName }
    let ids = ids(of: place, in: document)
    guard ids.count == 1, let id = ids.first, let colon = id.firstIndex(of: ":") else {
      throw .noName
    }
    let name = String(id[id.index(after: colon)...])
    guard name != "", !name.contains("{}") else { throw .noName }
    return (place, role, name)
  }

  private func check(_ name: String, role: NameRole) throws(RenameError) {
    if name.isEmpty { throw .invalidName(name, because: "it is empty") }
    if name.first?.isWhitespace == true || name.last?.isWhitespace == true {
      throw .invalidName(name, because: "it begins or ends with a space")
    }
    for scalar in name.unicodeScalars where scalar == "\"" || scalar == "\\" {
      throw .invalidName(name, because: "it has the character '\(scalar)'")
    }
    for scalar in name.unicodeScalars where EscapedText.isHidden(scalar) {
      throw .invalidName(name, because: "it has the character \(EscapedText.spelledOut(scalar))")
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

  /// The files that have a name, in order.
  private func pathsOfFiles(naming id: ModuleGraph.Node.ID) -> [String] {
    Set(sites(of: [id]) { _ in true }.map(\.path)).sorted()
  }
}

extension OpenDocument {
  /// Returns the edits that replace the texts of a name in the file.
  ///
  /// - Throws: A ``RenameError``, if a declaration has the name from a type or a property.
  fileprivate func edits(
    replacing id: ModuleGraph.Node.ID, by newName: String, fileID: String
  ) throws(RenameError) -> [FileEdit] {
    var edits: [FileEdit] = []
    for number in byNode[id] ?? [] {
      let place = places[number]
      if isInQuotes(place.range) {
        edits.append(FileEdit(FileRange(path: path, range: place.range), newName))
      } else if place.relation == .declaration || isNamedByProperty(place) {
        let name = String(lines.text(in: place.range))
        throw .symbol(name, at: "\(fileID):\(place.range.start.line + 1)")
      }
    }
    return edits
  }

  /// Returns whether a place is the property of a constant that has no text of its own.
  private func isNamedByProperty(_ place: NamedPlace) -> Bool {
    outline.constants.contains { $0.memberRange == place.range && $0.nameRange == nil }
  }

  private func isInQuotes(_ range: TextRange) -> Bool {
    lines.byte(before: range.start) == UInt8(ascii: "\"")
  }
}

/// A text that replaces a range.
package struct FileEdit: Sendable, Hashable {
  package var place: FileRange
  package var newText: String

  package init(_ place: FileRange, _ newText: String) {
    self.place = place
    self.newText = newText
  }
}
