import Bridge
import Contract

// Feed, Cart and Badge are linked because the manifest names them. No source imports them.

@main struct App: ModularApp {
  @MainActor func run(_ context: AppContext) async throws {
    context.onShutdown("goodbye") { print("\n=== The end: goodbye") }

    print("=== A user logs in")
    Trace.start()
    await Rhea.run(event: .userDidLogin, param: ["user": "Ada"])
    Trace.stop()
    print("\n=== Why")
    print(Bridge.trace)

    print("\n=== The cart")
    let count = SharedRelay.of(.cartCount, default: 0)
    count.set(0)
    count.set(3)

    print("\n=== How far a task has come")
    let report = await (try TaskManager.shared.runTask(named: "Sync")).finished()
    print("\(report.count) run")

    print("\n=== Joined events")
    await Rhea.run(event: .userLeft)
    print("and from the other side")
    try await TaskManager.shared.run(.didEnterBackground)

    print("\n=== A wire while the program runs")
    connect()

    print("\n=== By mistake")
    await makeMistakes()
  }

  @MainActor private func connect() {
    let items = SharedRelay.of(.cartItems, default: [])
    let wire = Bridge.connect(
      .relay(.cartItems), to: .event(.cartCountDidChange), where: { !$0.isEmpty },
      map: { $0.count })
    items.set(["bicycle"])
    items.set([])
    items.set(["bicycle", "bell"])
    wire.cancel()
    items.set(["bicycle", "bell", "bottle"])
    print("\(wire.name) has carried \(wire.deliveryCount) values")
  }

  @MainActor private func makeMistakes() async {
    Bridge.errorHandler = { error in print("\(error.code): \(error)") }
    print("before: \(Bridge.problems.count) problems")
    Bridge.connect(.event(.userLeft), to: .task("SaveCard"))
    for problem in Bridge.problems { print(problem) }
    await Rhea.run(event: .userLeft)
  }
}
