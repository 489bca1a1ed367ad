// The closure of a job that is named by a type returns another result.
// Write the type's `Result`, or change the type.
import TaskStore

enum PageCounted: JobKind {
  typealias Payload = Int
  typealias Result = Int
}

#job(PageCounted.self) { (page: Int, context: JobContext) in "page \(page)" }
// 2: error: 'job(_:_:run:)' is unavailable: the closure has another payload or result than the type
//   that names the job; write the type's 'Payload' and 'Result', or omit them
