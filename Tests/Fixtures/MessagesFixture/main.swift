import Bridge
import Foundation

// A program in which every product has something to report on standard error. It says
// on standard output that it came to its end.

struct Broken: Error {}

// Khala: a link from outside that no route is open to, and a log that cannot be kept.
do {
  try await Khala.open(external: "kl://No/f")
} catch {
  print("refused")
}
let log = KhalaLog(configuration: KhalaLogConfiguration(folder: URL(filePath: "/dev/null/log")))
log.isEnabled = true
// It reports where it writes, and the program might end before.
log.flush()

// RheaTime: a callback that throws.
Rhea.on("messages.callback") { throw Broken() }
await Rhea.run(event: "messages.callback")

// Pharos: an observer that changes its own relay for ever.
RelaySettings.feedbackLimit = 10
let relay = SharedRelay(0)
relay.whenDidSet { relay.set($0.new + 1) }
relay.set(1)

// TaskKit: a task that fails.
try TaskManager.shared.injectEventTask(name: "broken", event: .demand) {
  (_: TaskContext) throws -> Void in throw Broken()
}
try await TaskManager.shared.runTask(named: "broken").finished()

// Bridge: a wire to a route that does not exist.
Bridge.connect(.event("messages.wire"), to: .call("kl://No/f"))
await Rhea.run(event: "messages.wire")

// ProcessLifecycle: a second host.
let charge = try ProcessLifecycle.takeCharge(named: "first")
do {
  _ = try ProcessLifecycle.takeCharge(named: "second")
} catch {
  ProcessLifecycle.errorHandler(error)
}
charge.release()

print("done")
