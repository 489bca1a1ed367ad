// A task that no store keeps has an earlier name.
// Only stored schedules are found by a name of an earlier build.
import TaskKit

#schedule("report", on: .daily(at: "02:30"), .formerly("nightly")) { print("reporting") }
// 46: error: '.formerly' continues a schedule in a store, and no store keeps this task; add '.durable',
//   or remove the trait (from macro 'schedule')
