import Bridge

@main struct Harbor: ModularApp {
  func run(_ context: AppContext) async throws {
    let berths = Berths()
    context.onShutdown("berths", deadline: .seconds(2)) { try await berths.save() }

    guard let ship = context.arguments.first else {
      throw AppExit(64, "usage: harbor SHIP")
    }
    try await berths.moor(ship)
    print("\(ship) is moored")
  }
}

actor Berths {
  private var ships: [String] = []

  func moor(_ ship: String) throws { ships.append(ship) }
  func save() throws { print("\(ships.count) saved") }
}
