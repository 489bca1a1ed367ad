// `#schedule` has `dependsOn`.
// A scheduled task waits for no other; make it a task of an event, or run others in it.
import TaskKit

#schedule("nightly", cron: "0 30 2 * * *", dependsOn: ["OpenStorage"]) { print("tidying up") }
// 10: error: incorrect argument labels in macro expansion (have '_:cron:dependsOn:_:', expected
//   '_:_:cron:zone:daylightSaving:_:run:')
// 55: error: cannot convert value of type '[String]' to expected argument type 'TaskManager.Priority'
