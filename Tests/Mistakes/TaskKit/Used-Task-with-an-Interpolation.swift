// A task that the module uses has a name that is put together.
// Write all names that it can have: `#uses(task: "SyncCart", "SyncFeed")`.
import TaskKit

let part = "Cart"

#uses(task: "Sync\(part)")
