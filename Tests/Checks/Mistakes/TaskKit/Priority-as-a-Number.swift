// The priority of a task is a number.
// Write `.critical`, `.high`, `.default` or `.low`.
import TaskKit

#task("LoadFeed", 5, on: .idle) { print("loading") }
// 19: error: cannot convert value of type 'Int' to expected argument type 'TaskManager.Priority'
