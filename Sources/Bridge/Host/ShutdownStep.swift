/// One thing to do before the app ends, as somebody added it.
struct ShutdownStep: Sendable {
  var name: String
  var place: String?
  var deadline: Duration
  var body: @Sendable () async throws -> Void
}

/// What somebody does when the app shall read its settings again.
struct ReloadHandler: Sendable {
  var name: String
  var place: String
  var body: @Sendable () async throws -> Void
}
