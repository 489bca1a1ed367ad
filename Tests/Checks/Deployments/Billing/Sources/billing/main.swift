import TaskStore

// `billing enqueue FILE` stores an invoice, and `billing work FILE` runs what is stored.
let (command, path) = (CommandLine.arguments[1], CommandLine.arguments[2])
TaskManager.shared.errorHandler = { error in print("  \(error.message)") }
try await TaskManager.shared.use(
  .sqlite(at: path), queues: [JobQueueLimit(of: "default", inProcess: 1)])

if command == "enqueue" {
  // It is due when this process has ended.
  try await Jobs.enqueue(invoiceJob, invoice, at: .now + .seconds(1))
} else {
  // The last job of the queue: when it has run, all others that this build knows have ended.
  let last = try await Jobs.enqueue("Last", 0, at: .now + .milliseconds(1_500), priority: -1)
  _ = try await Jobs.waitForEnd(of: last)
  for job in try await Jobs.list() where job.id != last { print("  \(job.name): \(job.state)") }
}
