// An app has no `run` that the host could call.
// Take the context: `func run(_ context: AppContext) async throws`.
import Bridge

@main struct Lighthouse: ModularApp {
  // 14: error: type 'Lighthouse' does not conform to protocol 'ModularApp'
  // 14: error: unavailable instance method 'run' was used to satisfy a requirement of protocol
  //   'ModularApp': write 'func run(_ context: AppContext) async throws { … }'; a service waits in
  //   it with 'await context.waitForShutdown()'
  func run() async { print("shining") }
}
