// The timeout of a task is a number.
// Write a `Duration`: `.timeout(.seconds(5))`.
import TaskKit

#task("LoadFeed", on: .idle, .timeout(5)) { print("loading") }
// 39: error: cannot convert value of type 'Int' to expected argument type 'Duration'
