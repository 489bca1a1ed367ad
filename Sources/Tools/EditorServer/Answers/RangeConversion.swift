import SourceInspection

/// Converts positions and ranges between the client, which counts in units of its encoding, and the
/// server, which counts bytes.
struct RangeConversion: Sendable {
  let encoding: LineTable.Encoding
  /// The lines of the open documents, by path.
  let lines: [String: LineTable]
  /// The URIs of these documents in the client.
  let addresses: [String: LSP.DocumentURI]
  let texts: FileTexts

  /// Returns the position in bytes.
  func position(_ position: LSP.Position, in path: String) -> TextPosition {
    guard encoding != .utf8, let lines = lines(of: path) else {
      return TextPosition(line: position.line, column: position.character)
    }
    return lines.position(line: position.line, column: position.character, in: encoding)
  }

  /// Returns the range in bytes.
  func range(_ range: LSP.Range, in path: String) -> TextRange {
    TextRange(position(range.start, in: path), position(range.end, in: path))
  }

  /// Returns the range for the client.
  func range(_ range: TextRange, in path: String) -> LSP.Range {
    let lines = encoding == .utf8 ? nil : lines(of: path)
    func position(_ position: TextPosition) -> LSP.Position {
      LSP.Position(
        line: position.line,
        character: lines?.column(of: position, in: encoding) ?? position.column)
    }
    return LSP.Range(start: position(range.start), end: position(range.end))
  }

  func location(_ place: FileRange) -> LSP.Location {
    LSP.Location(uri: address(of: place.path), range: range(place.range, in: place.path))
  }

  /// Returns the edits, by the URIs of their documents.
  func workspaceEdit(_ edits: [FileEdit]) -> LSP.WorkspaceEdit {
    let changes = Dictionary(grouping: edits) { address(of: $0.place.path).text }
    return LSP.WorkspaceEdit(
      changes: changes.mapValues { edits in
        edits.map { edit in
          LSP.TextEdit(range: range(edit.place.range, in: edit.place.path), newText: edit.newText)
        }
      })
  }

  private func address(of path: String) -> LSP.DocumentURI {
    addresses[path] ?? LSP.DocumentURI(path: path)
  }

  private func lines(of path: String) -> LineTable? { lines[path] ?? texts.lines(of: path) }
}

extension LineTable.Encoding {
  init(_ encoding: LSP.PositionEncoding) {
    switch encoding {
    case .utf8: self = .utf8
    case .utf16: self = .utf16
    case .utf32: self = .utf32
    }
  }
}
