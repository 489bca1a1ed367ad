import BridgeTelemetry
import Foundation
import Logging
import ServiceLifecycle

/// A group of services with an app in its middle: `adapted-app graceful|listens|fails|throws`.
@main
struct AdaptedApp {
  static func main() async throws {
    let last: any Service = CommandLine.arguments.last == "fails" ? Failing() : Neighbor("listener")
    let group = ServiceGroup(
      services: [Neighbor("database"), ModularAppService(Port.self), last],
      gracefulShutdownSignals: [.sigterm], logger: Logger(label: "app") { _ in Silence() })
    do {
      try await group.run()
      report("the group has ended")
    } catch {
      report("the group has failed: \(error)")
      exit(Int32((error as? AppExit)?.code ?? 1))
    }
  }
}

/// A service that stops when it is asked to.
struct Neighbor: Service {
  let name: String

  init(_ name: String) { self.name = name }

  func run() async throws {
    try await gracefulShutdown()
    report("the \(name) stops")
  }
}

/// A service that fails once the app runs.
struct Failing: Service {
  struct Failure: Error, CustomStringConvertible {
    var description: String { "the listener is gone" }
  }

  func run() async throws {
    await Heard.running.wait()
    throw Failure()
  }
}

/// A handler that writes nothing.
struct Silence: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.critical

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {}
}

/// Writes a line at once, whatever standard output is.
func report(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
