import Bridge
import Foundation

/// Whether the modules tell of what happens to them.
private let isTalking = CommandLine.arguments.dropFirst().first == "phases"

enum Harbor {
  #rhea(time: .appDidFinishLaunching) { _ in
    if isTalking { say("module launched") }
  }
}

/// A task that has something to do at both ends.
@EventTask("OpenDatabase", on: .willFinishLaunching)
enum OpenDatabase {
  static func run() async {
    await Task.yield()
    if isTalking { say("database open") }
  }

  static func shutdown() async {
    if isTalking { say("database closed") }
  }
}

/// A task whose end fails, or comes too late.
@EventTask("CloseGates", on: .didFinishLaunching, .shutdownTimeout(.milliseconds(100)))
enum CloseGates {
  static func run() {}

  static func shutdown() async throws {
    if CommandLine.arguments.contains("gates-broken") { throw Broken() }
    if CommandLine.arguments.contains("gates-stuck") { try await Task.sleep(for: .seconds(1000)) }
  }
}

/// A task for when settings are read again.
@EventTask("ReadSettings", on: .reload)
enum ReadSettings {
  static func run() {
    if CommandLine.arguments.dropFirst().first == "reload" { say("task reads settings") }
  }
}
