// The traits of a task are in a list.
// Write them one after the other: `.concurrent, .timeout(.seconds(5))`.
import TaskKit

#task("LoadFeed", on: .idle, [.concurrent]) { print("loading") }
// 30: error: cannot pass array of type '[TaskTrait]' as variadic arguments of type 'TaskTrait'
// 30: note: remove brackets to pass array elements directly
