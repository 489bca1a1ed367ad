import Foundation
import Glibc
import SectionRegistry
import TaskKit

@EventTask(.low, on: .reserved1)
enum HostTask {
  static func run() { print("host") }
}

// What comes after the launch.
#task("launched", on: .didBecomeActive, .before("launched")) {}

/// Opens libraries that have tasks, and runs what there is after each; then closes
/// them, and leaves the records of the first out for a while.
@main
struct Host {
  static let manager = TaskManager.shared

  @MainActor static func main() async throws {
    manager.clock = .none
    manager.errorHandler = { print("\($0.code) of \($0.tasks.first ?? "nothing")") }
    try await manager.reach("launched")
    try await show("alone")
    var libraries: [UnsafeMutableRawPointer] = []
    for path in CommandLine.arguments.dropFirst() {
      guard let library = unsafe dlopen(path, RTLD_NOW) else {
        fatalError(unsafe String(cString: dlerror()))
      }
      unsafe libraries.append(library)
      try await show("opened")
    }
    for library in unsafe libraries { unsafe dlclose(library) }
    try await show("closed")

    guard let guest = RecordFilter("Guest") else { fatalError("'Guest' is no filter") }
    SectionRegistry.disable(guest)
    try await show("left out")
    SectionRegistry.enable(guest)
    try await show("back")
  }

  @MainActor static func show(_ title: String) async throws {
    print("\(title):", manager.list.map(\.name).joined(separator: ", "))
    try await manager.run(.reserved1)
    NotificationCenter.default.post(name: Notification.Name("late"), object: nil)
    NotificationCenter.default.post(name: RWAppClockTicktockNotificationKey, object: nil)
  }
}
