// Modules that import the contract have RheaTime too.
@_exported public import RheaTime

/// A user of the app.
public struct User: Sendable {
  public let name: String

  public init(name: String) {
    self.name = name
  }
}

// The moments that modules tell each other of. They know these names and never
// each other.

extension RheaEvent {
  /// The connection to the server is lost.
  public static let connectionDidDrop: RheaEvent = "connectionDidDrop"
}

extension TypedRheaEvent<User> {
  /// A user has logged in.
  public static var userDidLogin: Self { Self("userDidLogin") }
}
