// The closure of a job does not say the type of the payload.
// Write it: `{ (page: Int) in … }`.
import TaskStore

#job("print") { page in print(page) }
// 6: error: cannot convert value of type 'String' to expected argument type 'Kind.Type'
// 1: error: generic parameter 'Kind' could not be inferred
