import Foundation
import TaskStore

extension ConsoleValue {
  /// Describes a job as a row of a list.
  init(listing job: JobRecord) {
    self = [
      "id": ConsoleValue(job.id), "name": .string(job.name), "queue": .string(job.queue),
      "state": .string(job.state.rawValue), "priority": .integer(job.priority),
      "attempt": .integer(job.attempt), "enqueued": Self.date(job.enqueued),
      "due": Self.date(job.due), "begun": Self.date(job.begun), "ended": Self.date(job.ended),
      "progress": job.progress.map { .number($0) } ?? .null, "detail": Self.text(job.detail),
      "flow": job.step.map { ConsoleValue($0.flow) } ?? .null, "step": Self.text(job.step?.name),
    ]
  }

  /// Describes a job with its payload and result, and the steps of its flow if it is in one.
  init(showing job: JobRecord, stepsOfFlow steps: [JobRecord]) {
    guard case .object(var members) = ConsoleValue(listing: job) else { preconditionFailure() }
    members["payload"] = Self.json(job.payload)
    members["result"] = job.result.map(Self.json) ?? .null
    members["isCancelling"] = .bool(job.isCancelling)
    members["owner"] = Self.text(job.owner)
    members["token"] = job.token.map { .integer(Int($0)) } ?? .null
    members["traceParent"] = Self.text(job.traceParent)
    members["flowName"] = Self.text(job.step?.flowName)
    members["steps"] = .array(steps.map { ConsoleValue(step: $0) })
    self = .object(members)
  }

  /// Describes a step of a flow, and the steps that it comes after.
  private init(step job: JobRecord) {
    self = [
      "id": ConsoleValue(job.id), "step": Self.text(job.step?.name), "name": .string(job.name),
      "state": .string(job.state.rawValue), "detail": Self.text(job.detail),
      "after": .array((job.step?.after ?? []).map { ConsoleValue($0) }),
    ]
  }

  init(_ id: JobID) { self = .integer(Int(id.number)) }

  private static func text(_ text: String?) -> ConsoleValue { text.map { .string($0) } ?? .null }

  private static func date(_ time: TaskTime?) -> ConsoleValue {
    time.map { .string($0.date.formatted(.iso8601)) } ?? .null
  }

  /// Reads JSON of a store; other text, which another program has written, is shown as it is.
  private static func json(_ text: String) -> ConsoleValue {
    (try? ConsoleCoding.value(ConsoleValue.self, from: text.utf8)) ?? .string(text)
  }
}
