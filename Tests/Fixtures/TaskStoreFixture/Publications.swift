import Bridge
import Foundation
import TaskStore

/// A value that a process publishes, with a number that grows.
struct Placed: Codable, Sendable {
  var process: Int
  var number: Int

  /// The number of the publication among those of all processes.
  var identity: Int { process * 1_000 + number }
}

extension TypedRheaEvent<Placed> {
  static var placed: Self { Self("fixture.placed") }
}

#bridge(
  on: .placed, durable: "listener 1", .ordered(by: \.process), .retry(attempts: 1_000)
) { (placed: Placed, context: JobContext) async throws in
  try await Publications.listen(1, to: placed, context)
}
#bridge(
  on: .placed, durable: "listener 2", .ordered(by: \.process), .retry(attempts: 1_000)
) { (placed: Placed, context: JobContext) async throws in
  try await Publications.listen(2, to: placed, context)
}
#bridge(
  on: .placed, durable: "listener 3", .ordered(by: \.process), .retry(attempts: 1_000)
) { (placed: Placed, context: JobContext) async throws in
  try await Publications.listen(3, to: placed, context)
}

/// The publications of this process, and the effects of their listeners.
enum Publications {
  private static let effects = Effects(path: path("jobs.sqlite"))
  private static let published = Effects(path: path("published.sqlite"))

  private static func path(_ name: String) -> String {
    URL(filePath: CommandLine.arguments[2]).deletingLastPathComponent().appending(path: name).path
  }

  /// The number of this process, because the system gives its identifiers again.
  private static let process = Int.random(in: 1..<1_000_000_000_000)

  /// Publishes so many values, and notes those that the store has acknowledged.
  static func run(_ count: Int) async throws {
    for number in 1...count {
      let placed = Placed(process: process, number: number)
      do {
        try await Bridge.publish(.placed, placed)
      } catch {
        // A store with other writers may be busy. The publication is stored as a whole, or not.
        FileHandle.standardOutput.write(Data("unpublished: \(error)\n".utf8))
        continue
      }
      try await published.write(fireTime: TaskTime(nanoseconds: Int64(placed.identity)), 0)
      try await Task.sleep(for: .milliseconds(20))
    }
    FileHandle.standardOutput.write(Data("published\n".utf8))
  }

  fileprivate static func listen(
    _ listener: Int, to placed: Placed, _ context: JobContext
  ) async throws {
    let effect = TaskTime(nanoseconds: Int64(placed.identity * 10 + listener))
    try await effects.write(fireTime: effect, context.token)
    try await Task.sleep(for: .milliseconds(5))
  }
}
