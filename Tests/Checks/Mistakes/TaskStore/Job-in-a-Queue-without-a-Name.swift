// The queue of a job has an empty name.
import TaskStore

#job("print", queue: "") { (page: Int) in print(page) }
// 22: error: a queue needs a name, by which you pause it; omit 'queue' for the queue 'default'
//   (from macro 'job')
// 22: note: replace it with '"default"'
