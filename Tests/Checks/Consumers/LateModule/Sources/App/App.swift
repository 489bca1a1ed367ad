import Bridge
import Contract
import Foundation
import SectionRegistry

#task("AppTask", on: .reserved1) { print("app: task") }

// What comes after the launch.
#task("launched", on: .didBecomeActive, .before("launched")) {}

/// Opens a module while it runs, after everything that the module waits for.
@main
struct App {
  @MainActor static func main() async throws {
    // Its own clock would tick when it likes.
    TaskManager.shared.clock = .none
    try await TaskManager.shared.reach("launched")
    Rhea.trigger(event: .opened, param: "a door", sticky: true)
    let count = SharedRelay.of(.count, default: 1)
    count.set(2)
    print("before:", greeting)

    do {
      try Bridge.load(moduleAt: library("Selfish"))
    } catch let error as LoadingError {
      print("Selfish:", error.code, error.message.contains("against ModularityKitDynamic"))
    }
    let module = try Bridge.load(moduleAt: library("Late"))
    print("records: \(module.records.count), problems: \(module.problems.count)")
    print("after:", greeting)
    count.set(3)
    try await TaskManager.shared.run(.reserved1)
    NotificationCenter.default.post(name: RWAppClockTicktockNotificationKey, object: nil)

    let toolkit = Khala(str: "kl://Late/toolkit")?.call() as? Int
    print("one toolkit:", toolkit == unsafeBitCast(SectionRegistry.self as Any.Type, to: Int.self))
    print("toolkits mapped:", try mappedToolkits())
    print("the same again:", try Bridge.load(moduleAt: library("Late")) == module)
  }

  /// The path of a library beside this program.
  static func library(_ name: String) -> String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "lib\(name).so").path
  }

  static var greeting: String {
    (try? Khala(str: "kl://Late/greet?name=you")?.call(as: String.self)) ?? "no route"
  }

  /// The files in this process that are named for the toolkit.
  static func mappedToolkits() throws -> String {
    let maps = FileHandle(forReadingAtPath: "/proc/self/maps")
    let text = String(decoding: try maps?.readToEnd() ?? Data(), as: UTF8.self)
    let files = text.split(separator: "\n").compactMap { $0.split(separator: "/").last }
    return Set(files.filter { $0.contains("ModularityKit") }).sorted().joined(separator: ", ")
  }
}
