import Bridge

@main struct Lighthouse: ModularApp {
  func run(_ context: AppContext) async throws { await context.waitForShutdown() }
}
