// A declaration of every kind, with everything that one can say: RecordBytesTests compares the
// bytes of their records. A line that moves changes them, so new declarations come last.

import Bridge
import Foundation
import ProcessLifecycle
import SectionRegistry

extension RheaEvent {
  static let doorDidOpen: RheaEvent = "doorDidOpen"
}

func doorman() {}
let late: RheaPriority = 7

#rhea(time: .premain) {}
#rhea(time: "doorDidOpen", priority: 9, repeatable: true, func: doorman)
#rhea(time: .doorDidOpen, priority: late, async: true) {}

@KhalaModule("Desk", exports: .marked, lifetime: .perCall) @MainActor
final class Desk {
  @KhalaExported @Route("bill/{id:Int}", priority: 3, schemes: "shop", "kl") @Route("old/{id}")
  func bill(id: Int, note: String = "none", info: [String: Any], done: KhalaClosure?) throws
    -> String?
  { nil }
  @KhalaExported nonisolated func later(_ tags: [String]) async -> Int { 1 }
  @KhalaExported(access: .external) var count: Int { 1 }
  #if DEBUG
    @KhalaExported @available(macOS 15, *) func debug() {}
  #endif
}

@KhalaModule
actor Vault {
  func open(code: Int) {}
}

extension KhalaStore {
  @KhalaCall("kl://Desk/bill")
  static func bill(id: Int, note: String?, info: [String: Any], done: @escaping KhalaClosure) throws
    -> String?
  @KhalaCall("kl://Desk/later") @MainActor
  static func later(tags: [String]) async throws -> Int
}

#observer(of: .guests) { change in _ = change.new }
#observer(of: RelayKey<Int>("beds"), priority: 2, unique: true, replayingCurrent: true, count)
func count(_ change: Changes<Int>) {}

@RelayKeys
extension RelayKey<Int> {
  static var guests: Self { Self("desk.guests") }
  static var rooms: Self { Self("desk." + "rooms") }
}

let priority: TaskManager.Priority = .low
#task("Ring", .high, on: [.didFinishLaunching, .reload], after: ["Nobody"]) {}
#task("Wait", priority, on: .demand, .concurrent) { await Task.yield() }
@EventTask(on: .idle, dependsOn: [Ring2.self, "Ring"]) enum Sweep {
  static func run() throws -> Int { 1 }
  static func shutdown() {}
  static var dependency: [Any] { ["Ring"] }
}
@EventTask(on: .idle) enum Ring2 {
  @MainActor static func run() async {}
}
@NotificationTask(on: "GuestDidArrive") enum Hear { static func run(_ new: Notification) {} }
@NotificationTask(on: Notification.Name("GuestDidLeave")) enum Leave { static func run() {} }
@ScheduledTask(at: 1_448_873_913) enum Reminder { static func run() {} }
@ScheduledTask(at: 1_448_873_913, repeat: .forever, every: 2.5) enum Again { static func run() {} }
@TimerTask(repeat: 3, every: 60) enum Tick { static func run() {} }
#schedule("Nightly", cron: "0 30 2 * * *", zone: "Europe/Stockholm") {}
#schedule("Monthly", on: try .monthly(on: 1, at: "10:00")) {}

#bridge(on: .doorDidOpen, run: "Ring", "Wait")
#bridge(on: "doorDidOpen", call: "kl://Desk/bill?id={id}")
#bridge(on: .task("Ring", .succeeded, .failed), to: .event("ringDidEnd"), where: { _ in true })
#bridge(on: .changes(of: .guests), to: .event(.doorDidOpen), map: { $0 })
#bridge(join: "doorDidOpen", with: [.idle, .reload])

#record("life", key: "didFinishLaunching", as: LifecycleDeclaration.self, priority: 4) {
  .listener { _ in }
}
#record("tmod", key: "tests", as: TaskProcessMode.self) { .freshStatesOnly }
#record(
  "shop", key: "page é", as: Int.self, unique: true,
  detail: [
    "title": "Desk", "size": 2.5, "rank": -1, "isNew": true, "tags": ["a", "b"], "of": ["x": 1],
  ]
) { 1 }
