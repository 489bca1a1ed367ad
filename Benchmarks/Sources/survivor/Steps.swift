import Foundation
import TaskStore

/// Runs jobs with numbered steps, each of which writes a line when its work is done.
struct StepsRun: Sendable {
  let file: EventFile
  let jobs: Int
  let steps: Int
  let duration: Duration

  /// Runs new jobs, or the jobs of a process that was killed.
  func run(enqueues: Bool) async throws {
    let payloads = Array(0..<jobs)
    if enqueues { try await Jobs.enqueue("steps", all: payloads, queue: "steps") }
    try TaskManager.shared.jobs.handle("steps", queue: "steps", .retry(attempts: 20)) {
      (job: Int, context: JobContext) in
      for number in 0..<steps {
        try await context.step("step \(number)") {
          if duration > .zero { try await Task.sleep(for: duration) }
          file.append("step", "\(job) \(number)")
        }
      }
    }
    while true { try await Task.sleep(for: .seconds(3_600)) }
  }
}
