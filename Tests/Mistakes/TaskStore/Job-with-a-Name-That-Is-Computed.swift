// The name of a job is a constant.
import TaskStore

let name = "print"

#job(name) { (page: Int) in print(page) }
// 6: error: 'name' must be a string literal, because it is read when the program is compiled;
//   'name' is not (from macro 'job')
