import Foundation
import LaunchContract

/// Opens the database of the reader, which another module knows.
@EventTask(
  .high, on: .willFinishLaunching, dependsOn: ["ReadSettings"], .shutdownTimeout(.seconds(2)))
enum OpenDatabase {
  static func run(_ context: TaskContext) throws {
    let settings = try context.result(of: "ReadSettings", as: Settings.self)
    print("Storage: open for \(settings.reader)")
  }

  /// Comes before that of the settings, which the database depends on.
  static func shutdown() async { print("Storage: closed") }
}

/// Runs only where there is something to do.
@EventTask(
  .low, on: .didFinishLaunching, .concurrent,
  .skipped(
    unless: { $0.launchOptions.arguments.contains("--import") },
    because: "there is nothing to import"))
enum ImportArchive {
  static func run() -> Int { 1_000 }
}

/// Is skipped with what it depends on.
@EventTask(.low, on: .didFinishLaunching, dependsOn: [ImportArchive.self])
enum CountArchive {
  static func run(_ context: TaskContext) throws {
    print("Storage: imported", try context.result(of: ImportArchive.self, as: Int.self))
  }
}

/// Keeps the headlines, from any module.
@NotificationTask(on: .feedDidChange)
@MainActor enum KeepFeed {
  static func run(_ notification: Notification) {
    print("Storage: kept \(notification.userInfo?["count"] ?? 0) headlines")
  }
}
