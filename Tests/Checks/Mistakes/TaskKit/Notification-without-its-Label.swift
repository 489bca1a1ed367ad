// The notification has no label.
// Write `on:`, as for all that starts a task.
import TaskKit

#notification("CountItems", "cart.didChange") { print("counting") }
// 2: error: 'notification(_:_:_:run:)' is unavailable: the label of the notification's name is 'on'
