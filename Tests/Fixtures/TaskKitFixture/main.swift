import Dispatch
import Foundation
import TaskKit

// A program with tasks of a reload and of its end, which waits for signals. They are added
// and not declared, because a bundle of tests contains its fixtures' declarations.

/// Writes a line without keeping it in a buffer.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

let manager = TaskManager.shared
try manager.injectEventTask(name: "Reload", event: .reload) {
  (_: TaskContext) throws -> Void in say("reload")
}
try manager.injectEventTask(name: "Save", event: .willTerminate) {
  (_: TaskContext) throws -> Void in say("save")
}
try manager.injectEventTask(name: "Ready", event: .didFinishLaunching) {
  (_: TaskContext) throws -> Void in say("ready")
}
if CommandLine.arguments.contains("stops") {
  for (event, line) in [
    (TaskEvent.willEnterForeground, "foreground"), (.didBecomeActive, "active"),
  ] {
    try manager.injectEventTask(name: line, event: event) {
      (_: TaskContext) throws -> Void in say(line)
    }
  }
}
dispatchMain()
