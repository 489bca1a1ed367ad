// Uses every macro of the toolkit beside declarations that have the names of its expansion.
//
// `Tests/Checks/Mistakes/shadowed` reads the names from the expansions. It declares a type or a
// constant for each below this program, and writes uses of all of them for `/* names */`.
import Bridge
import SectionRegistry

extension RheaEvent {
  static let shopOpens: RheaEvent = "shopOpens"
}

extension TypedRheaEvent<Int> {
  static var itemsChange: Self { Self("itemsChange") }
}

extension TaskEvent {
  static let shopTasks = TaskEvent(rawValue: 1 << 40)
}

// MARK: - RheaTime

#rhea(time: .shopOpens, priority: 3, repeatable: true) { _ in /* names */ }
#rhea(time: .shopOpens, async: true) { _ in /* names */ }
#rhea(time: .itemsChange) { items in /* names */ }
#rhea(time: "shopCloses", formerly: "shopShuts", repeatable: true) { /* names */  }
#load { /* names */  }
#premain { /* names */  }
#appDidFinishLaunching { /* names */  }
#uses(event: .shopOpens)

enum Opening {
  #load { /* names */  }
}

// MARK: - SectionRegistry

#record("shop", key: "front") { /* names */
  return 3
}
#record("shop", key: "back", as: Int.self, unique: true) { /* names */
  return 3
}

// MARK: - Pharos

@RelayKeys
extension RelayKey<Int> {
  static var stock: Self { Self("stock", formerly: "shelf") }
}

#observer(of: .stock, unique: true) { _ in /* names */ }
#uses(relay: .stock)

final class Till {
  @Shared var count = { /* names */
    return 3
  }()
  @Shared static var total: Int = { /* names */
    return 3
  }()
}

// MARK: - Khala

@KhalaModule
final class Counter {
  func price(
    of item: Int = { /* names */
      return 3
    }(), in coins: [Int?]?, _ info: KhalaInfo
  ) -> Int {
    /* names */
    return item
  }

  @Route("counters/{id:Int}") func open(id: Int, then: KhalaClosure?) async throws { /* names */  }

  @KhalaExported let isOpen = true

  @KhalaIgnored func close() {}
}

@KhalaModule("Empty") actor Room {}

extension KhalaStore {
  @KhalaCall("kl://Counter/price")
  static func price(of item: Int, in coins: [Int?]?, _ info: KhalaInfo) throws -> Int

  @KhalaCall("kl://Counter/open")
  static func open(id: Int, then: @escaping KhalaClosure) async throws
}

#uses("kl://Counter/price", "kl://Counter/open")

// MARK: - TaskKit

@EventTask(on: .shopTasks)
enum Sweep {
  static func run() { /* names */  }
  static func shutdown() { /* names */  }
  static var dependency: [Any] { [Dust.self] }
}

@NotificationTask(on: "dust", after: [Sweep.self, "Polish"])
enum Dust {
  static func run(_ context: TaskContext) async throws -> Int { /* names */
    return 3
  }
}

@ScheduledTask(cron: "0 30 2 * * *", zone: "Europe/Stockholm")
enum Count {
  static func run() { /* names */  }
}

@TimerTask(every: 60)
enum Look {
  static func run() { /* names */  }
}

enum Refill: TaskKind {}

#task(Refill.self, on: .demand, dependsOn: [Sweep.self]) { /* names */  }
#task("Polish", .high, on: .shopTasks, dependsOn: [Sweep.self]) { _ in /* names */ }
#notification("Hear", on: "knock") { _, _ in /* names */ }
#schedule("Lock", on: .daily(at: "20:00"), .timeout(.seconds(9))) { _ in /* names */ }
#schedule("Clean", cron: "0 3 * * *", .durable, .formerly("Wash")) { _ in /* names */ }
#timer("Tick", repeat: 3, every: 1) { _ in /* names */ }
#uses(task: "Polish")
#uses(notification: "knock")
#NO_RW_CLOCK

// MARK: - TaskStore

#job("Deliver", queue: "vans", .retry(attempts: 3)) { (parcel: Int, _) in /* names */ }

enum Return: JobKind {
  typealias Payload = Int
}

#job(Return.self) { parcel, _ in /* names */ }

#job("Weigh", .formerly("Scale", queue: "vans")) {
  (parcel: Int, context: JobContext) async throws -> Int in
  /* names */
  return try await context.step("read") { parcel }
}
#uses(job: "Weigh")

// MARK: - Bridge

#bridge(
  on: .shopOpens, run: "Polish",
  where: { _ in /* names */
    return true
  })
#bridge(
  on: .itemsChange, to: .relay(.stock),
  map: { items in /* names */
    return items
  })
#bridge(
  on: .task(Refill.self, .succeeded), run: Refill.self,
  where: { _ in /* names */
    return true
  })
#bridge(
  on: .itemsChange, job: "Deliver", .durable,
  where: { _ in /* names */
    return true
  })
#bridge(
  on: .itemsChange, job: "Note", .durable, queue: "notes",
  map: { items in /* names */
    return "\(items)"
  })
#bridge(on: .itemsChange, durable: "Order", queue: "orders", .retry(attempts: 3)) {
  (items: Int, _: JobContext) in /* names */
}
#bridge(on: .itemsChange, to: .job("Deliver"))
#bridge(join: .shopOpens, with: .didBecomeActive)
