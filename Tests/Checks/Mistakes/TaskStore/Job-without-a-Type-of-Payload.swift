// The closure of a job does not say the type of the payload.
// Write it: `{ (page: Int) in … }`.
import TaskStore

#job("print") { page in print(page) }
// 2: error: 'job(_:queue:_:run:)' is unavailable: the closure does not say the type of the payload;
//   write '{ (page: Page) in … }'
