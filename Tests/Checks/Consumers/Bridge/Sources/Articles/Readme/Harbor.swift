import Bridge

// What README shows of an app and its end.

@main struct Harbor: ModularApp {
  func run(_ context: AppContext) async throws {
    context.onShutdown("database", deadline: .seconds(5)) { try await database.close() }
    await context.waitForShutdown()
  }
}

let database = Database()

actor Database {
  func close() throws {}
}
