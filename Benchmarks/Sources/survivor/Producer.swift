import Foundation
import TaskStore

/// Enqueues numbered jobs at a steady rate, whatever becomes of those before.
///
/// A call that fails is noted and not made again: its job may be stored or not.
struct Producer: Sendable {
  let file: EventFile
  let rate: Double
  let seconds: Double

  func run() async {
    let start = ContinuousClock.now
    await withDiscardingTaskGroup { group in
      for number in 0..<Int(rate * seconds) {
        try? await Task.sleep(until: start + .seconds(Double(number) / rate))
        group.addTask { await enqueue(number) }
      }
    }
    file.append("finished", "")
  }

  private func enqueue(_ number: Int) async {
    file.append("enqueue", "\(number)")
    do {
      try await Jobs.enqueue("work", number, queue: "work")
      file.append("stored", "\(number)")
    } catch {
      file.append("rejected", "\(number) \(error)")
    }
  }
}
