// The name of a job is a constant.
import TaskStore

let name = "print"

#job(name) { (page: Int) in print(page) }
// 6: error: the name of a job must be a string literal or a type such as 'OrderPlaced.self',
//   because it is read when the program is compiled; 'name' is not (from macro 'job')
// 6: note: replace it with '"<#name#>"'
