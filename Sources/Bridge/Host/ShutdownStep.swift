/// One thing to do before the app ends, as it was added.
struct ShutdownStep: Sendable {
  var name: String
  var location: CodeLocation?
  var deadline: Duration
  var body: @Sendable () async throws -> Void
}

/// A function to call when the app is to read its settings again.
struct ReloadHandler: Sendable {
  var name: String
  var location: CodeLocation
  var body: @Sendable () async throws -> Void
}
