import Bridge

@main struct HarborControl: ModularApp {
  func run(_ context: AppContext) async throws {
    guard let command = context.arguments.first else {
      throw AppExit(64, "usage: harborctl COMMAND")
    }
    let path = try Bridge.consolePath(ofApp: "Harbor")
    let client = try BridgeConsole.Client(connectingTo: path)
    print(try client.send(command))
  }
}
