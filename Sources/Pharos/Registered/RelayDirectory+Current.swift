import ToolkitTrace

extension RelayDirectory {
  /// The relays of the process.
  static let process = RelayDirectory()

  /// The relays of the code that asks: those of a test around it, or else the
  /// process's.
  static var current: RelayDirectory {
    FreshStates.state(of: RelayDirectory.self) ?? process
  }
}
