// A job has no attempts.
import TaskStore

#job("print", .retry(attempts: 0)) { (page: Int) in print(page) }
// 32: error: '.retry(attempts: 0)' counts from 1; write 1 or more (from macro 'job')
// 32: note: replace it with '1'
