import Bridge
import Contract
import SectionRegistry

#load { _ in print("late: loaded") }

#rhea(time: .opened, func: { context in print("late: opened with \(context.param ?? "nothing")") })

#observer(of: .count, replayingCurrent: true) { changes in print("late: count \(changes.new)") }

#task("LateTask", on: .reserved1) { print("late: task") }

// From when the module is there.
#timer("late.timer", repeat: 1, every: 1) { @MainActor in print("late: timer") }

@KhalaModule
final class Late {
  func greet(name: String) -> String { "hello \(name)" }

  /// Where this image finds the toolkit.
  func toolkit() -> Int { unsafeBitCast(SectionRegistry.self as Any.Type, to: Int.self) }
}
