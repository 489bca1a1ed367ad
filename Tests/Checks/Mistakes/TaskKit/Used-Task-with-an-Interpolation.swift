// A task that the module uses has a name that is put together.
// Write all names that it can have: `#uses(task: "SyncCart", "SyncFeed")`.
import TaskKit

let part = "Cart"

#uses(task: "Sync\(part)")
// 13: error: '"Sync\(part)"' has a part that only the running program knows; list all possible
//   names (from macro 'uses')
