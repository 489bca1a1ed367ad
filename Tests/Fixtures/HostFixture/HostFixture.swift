import Bridge
import Foundation
import ProcessLifecycle
import Synchronization

/// An app that behaves as its first argument says, for the tests of its host.
@main struct HostFixture: ModularApp {
  static var configuration: AppConfiguration {
    // A test that sends a second signal must not lose a race against the first one's end.
    let isPatient = CommandLine.arguments.contains("patient")
    return AppConfiguration(
      runDeadline: isPatient ? .seconds(600) : .milliseconds(500),
      stepDeadline: isPatient ? .seconds(600) : .seconds(1),
      healthDeadline: isPatient ? .seconds(600) : .milliseconds(200))
  }

  func willLaunch(_ context: AppContext) async throws {
    guard context.arguments.first == "phases" else { return }
    say("willLaunch")
    ProcessLifecycle.on(.terminate) { _ in
      await Task.yield()
      say("listener of terminate")
    }
    ProcessLifecycle.on(.exit) { _ in say("listener of exit") }
  }

  func didLaunch(_ context: AppContext) async throws {
    if context.arguments.first == "phases" { say("didLaunch") }
  }

  func run(_ context: AppContext) async throws {
    switch context.arguments.first {
    case "phases": await Situations.showPhases(context)
    case "early": say(Early.carried.withLock { $0.joined(separator: ",") })
    case "plain": say("done \(context.arguments.dropFirst().joined(separator: ","))")
    case "exit": throw AppExit(7, "nothing to do")
    case "throw": throw Broken()
    case "service": await Situations.serve(context)
    case "prints": await Situations.printLine(context)
    case "store": try await Situations.keepStore(context)
    case "late": await Situations.missDeadline(context)
    case "stubborn": await Situations.ignoreCancellation(context)
    case "hanging-main": await Situations.blockMainActor(context)
    case "reload": await Situations.reload(context)
    case "console": try await Situations.openConsole(context)
    case "activated": try await Situations.takeSocket(context)
    case "health": try await Situations.reportHealth(context)
    case "ask": Situations.ask(context)
    case "descriptors": try Situations.listDescriptors(context)
    case let other: throw AppExit(64, "unknown situation \(other ?? "")")
    }
  }
}

/// What one situation throws.
struct Broken: Error, CustomStringConvertible {
  var description: String { "the work is broken\nbeyond repair" }
}

/// Writes a line without keeping it in a buffer.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
