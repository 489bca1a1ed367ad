/// The process that a snapshot was taken of.
public struct TraceProcess: Sendable, Hashable {
  /// The number that the system knows the process by.
  public let id: Int32

  /// The name of the program: the last component of the path it was run as.
  public let name: String

  /// Describes a process.
  package init(id: Int32, name: String) {
    self.id = id
    self.name = name
  }

  /// The process that asks.
  static var current: TraceProcess {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return TraceProcess(id: currentID, name: name)
  }
}
