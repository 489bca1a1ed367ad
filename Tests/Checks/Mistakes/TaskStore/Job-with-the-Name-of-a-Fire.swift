// The name of a job belongs to the fires of schedules.
import TaskStore

#job("schedule:print") { (page: Int) in print(page) }
// 6: error: names that start with 'schedule:' belong to the fires of schedules; write another one
//   (from macro 'job')
// 6: note: replace it with '"<#name#>"'
