extension LSP {
  /// A position in a document, counted from 0 in the units that were agreed on.
  package struct Position: Sendable, Hashable, Codable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
      self.line = line
      self.character = character
    }
  }

  /// A part of a document; its end does not belong to it.
  package struct Range: Sendable, Hashable, Codable {
    package var start: Position
    package var end: Position

    package init(start: Position, end: Position) {
      self.start = start
      self.end = end
    }
  }

  /// A part of a document that the client may open.
  package struct Location: Sendable, Hashable, Codable {
    package var uri: DocumentURI
    package var range: Range

    package init(uri: DocumentURI, range: Range) {
      self.uri = uri
      self.range = range
    }
  }

  /// An encoding whose units the characters of a position count.
  package enum PositionEncoding: String, Sendable, Hashable, Codable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// Chooses from the names that a client offers.
    ///
    /// UTF-8 needs no conversion, so it is preferred; a client that offers nothing counts in
    /// UTF-16, which every client can.
    package init(offered names: [String]?) {
      let offered = (names ?? []).compactMap(Self.init)
      self =
        offered.contains(.utf8)
        ? .utf8 : offered.contains(.utf16) ? .utf16 : offered.first ?? .utf16
    }
  }
}
