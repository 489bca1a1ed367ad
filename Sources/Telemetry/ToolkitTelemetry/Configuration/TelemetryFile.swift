/// A file of one signal, in the form that the collector's `otlpjsonfile` receiver reads: a request
/// in JSON on each line.
public struct TelemetryFile: Sendable, Hashable {
  /// The path of the file, which is made unless it exists; lines are appended to it.
  public var path: String

  /// The size in bytes that the file does not exceed, unless a single batch does.
  public var maximumSize = 100 << 20

  /// The number of full files that are kept, as `path.1` (the latest), `path.2` and so on.
  public var backups = 4

  /// Names a file.
  public init(path: String) {
    self.path = path
  }
}
