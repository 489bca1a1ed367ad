import Foundation
import TaskStore

// A process that enqueues jobs, or runs them, while something fails around it. It is started by
// `Benchmarks/Peers/survival`, which also judges the file that it appends to:
//
//     survivor enqueue CONNECTION FILE RATE SECONDS LEASE
//     survivor run CONNECTION FILE MILLISECONDS LEASE
//
// `Benchmarks/Peers/durable.py` starts it with jobs of several steps, which `resume` continues:
//
//     survivor steps|resume CONNECTION FILE JOBS STEPS MILLISECONDS LEASE

let arguments = CommandLine.arguments
guard arguments.count > 4, let file = EventFile(at: arguments[3]) else {
  FileHandle.standardError.write(
    Data("survivor enqueue|run|steps|resume CONNECTION FILE NUMBERS LEASE\n".utf8))
  exit(64)
}
let lease = Double(arguments.last ?? "") ?? 30
TaskManager.shared.errorHandler = { file.append("error", "\($0)") }
try await TaskManager.shared.use(.postgres(arguments[2]), lease: .seconds(lease))
switch arguments[1] {
case "enqueue":
  await Producer(
    file: file, rate: Double(arguments[4]) ?? 100, seconds: Double(arguments[5]) ?? 10
  ).run()
case "steps", "resume":
  let numbers = arguments.dropFirst(4).compactMap { Int($0) }
  guard numbers.count == 4 else { exit(64) }
  try await StepsRun(
    file: file, jobs: numbers[0], steps: numbers[1], duration: .milliseconds(numbers[2])
  ).run(enqueues: arguments[1] == "steps")
default:
  let duration = Duration.milliseconds(Int(arguments[4]) ?? 20)
  try TaskManager.shared.jobs.handle("work", queue: "work") { (number: Int, _: JobContext) in
    file.append("begin", "\(number)")
    try await Task.sleep(for: duration)
    // The effect, of which each job is to have one.
    file.append("effect", "\(number)")
  }
  file.append("ready", "\(getpid())")
  while true { try await Task.sleep(for: .seconds(3_600)) }
}
