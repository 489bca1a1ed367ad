// The event of a task is a text.
// Write an event of `TaskEvent`, and for one of RheaTime a wire: `#bridge(on:run:)`.
import TaskKit

#task("LoadFeed", on: "userDidLogin") { print("loading") }
// 23: error: cannot convert value of type 'String' to expected argument type 'TaskEvent'
