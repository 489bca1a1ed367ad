import Bridge

@main struct Harbor: ModularApp {
  func didLaunch(_ context: AppContext) async throws {
    try Bridge.openConsole(for: context)
  }

  func run(_ context: AppContext) async throws {
    await context.waitForShutdown()
  }
}
