import Bridge

extension RheaEvent { static let userDidLogin: RheaEvent = "userDidLogin" }

#task("Greet", on: .demand) { print("hello") }
#bridge(on: .userDidLogin, run: "Greet")

@main struct App: ModularApp {
  func run(_ context: AppContext) async throws {
    await Rhea.run(event: .userDidLogin)
  }
}
