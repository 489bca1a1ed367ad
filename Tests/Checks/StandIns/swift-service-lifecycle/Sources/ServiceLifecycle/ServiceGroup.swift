import Dispatch
import Foundation
public import Logging

public protocol Service: Sendable {
  func run() async throws
}

public struct UnixSignal: Sendable {
  let number: Int32

  public static let sigterm = UnixSignal(number: SIGTERM)
  public static let sigint = UnixSignal(number: SIGINT)
}

/// Runs services at the same time, and has them stop one after the other, the last first.
///
/// The first error cancels all others, as by default in the real one.
public actor ServiceGroup {
  private let services: [any Service]
  private let signals: [UnixSignal]

  public init(
    services: [any Service], gracefulShutdownSignals: [UnixSignal] = [], logger: Logger
  ) {
    self.services = services
    signals = gracefulShutdownSignals
  }

  public func run() async throws {
    let (caught, continuation) = AsyncStream.makeStream(of: Void.self)
    let sources = signals.map { signal in
      let source = DispatchSource.makeSignalSource(signal: signal.number)
      source.setEventHandler { continuation.yield() }
      source.activate()
      return source
    }
    defer { for source in sources { source.cancel() } }
    let running = services.map { service in
      let request = ShutdownRequest()
      let task = Task {
        try await ShutdownRequest.$current.withValue(request) { try await service.run() }
      }
      return (request: request, task: task)
    }
    let failing = running.map { service in
      Task {
        do { try await service.task.value } catch { continuation.finish() }
      }
    }
    var isAsked = false
    for await _ in caught {
      isAsked = true
      break
    }
    for service in running.reversed() {
      if isAsked { service.request.make() } else { service.task.cancel() }
      _ = await service.task.result
    }
    for task in failing { await task.value }
    for service in running {
      // The first failure is that of the group; others were cancelled because of it.
      do { try await service.task.value } catch is CancellationError { continue }
    }
  }
}
