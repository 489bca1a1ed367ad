extension LSP {
  /// A message for the log of the client, or for its user.
  package struct MessageParams: Sendable, Hashable, Encodable {
    package enum Kind: Int, Sendable, Hashable, Encodable {
      case error = 1
      case warning = 2
      case info = 3
      case log = 4
    }

    package var type: Kind
    package var message: String

    package init(_ type: Kind, _ message: String) {
      self.type = type
      self.message = message
    }
  }
}
