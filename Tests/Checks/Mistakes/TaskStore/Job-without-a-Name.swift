// A job has an empty name.
import TaskStore

#job("") { (page: Int) in print(page) }
// 6: error: a job needs a name, by which it is enqueued (from macro 'job')
// 6: note: replace it with '"<#name#>"'
