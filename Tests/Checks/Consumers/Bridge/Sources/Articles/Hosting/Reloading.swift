import Bridge

func readAgain(_ settings: Settings, in context: AppContext) {
  context.onReload("settings") { try await settings.read() }
}

actor Settings {
  func read() throws {}
}
