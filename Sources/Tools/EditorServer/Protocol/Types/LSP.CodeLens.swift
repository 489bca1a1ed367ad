extension LSP {
  /// A line above a range, which opens the places that it counts.
  package struct CodeLens: Sendable, Encodable {
    package var range: Range
    package var command: Command

    package init(range: Range, command: Command) {
      self.range = range
      self.command = command
    }
  }

  /// The command of the client that shows the places of a code lens.
  ///
  /// Clients have no command of this sort in common, so that each needs a line of set-up;
  /// without it the title is shown, and a click does nothing.
  package struct Command: Sendable, Encodable {
    /// The name of the command, which a client has to define.
    package static let showPlaces = "modkit.showPlaces"

    /// The document, the position of the declaration in it, and the places.
    package struct Arguments: Sendable, Encodable {
      package var uri: DocumentURI
      package var position: Position
      package var locations: [Location]

      package init(uri: DocumentURI, position: Position, locations: [Location]) {
        self.uri = uri
        self.position = position
        self.locations = locations
      }

      package func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(uri)
        try values.encode(position)
        try values.encode(locations)
      }
    }

    package var title: String
    package var command = showPlaces
    package var arguments: Arguments

    package init(title: String, arguments: Arguments) {
      self.title = title
      self.arguments = arguments
    }
  }
}
