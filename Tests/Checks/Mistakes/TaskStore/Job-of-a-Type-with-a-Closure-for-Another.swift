// The closure of a job that is named by a type takes another payload.
// Write the type's `Payload`, or leave the type out.
import TaskStore

enum PagePrinted: JobKind { typealias Payload = Int }

#job(PagePrinted.self) { (page: String) in print(page) }
// 2: error: 'job(_:_:run:)' is unavailable: the closure has another payload or result than the type
//   that names the job; write the type's 'Payload' and 'Result', or omit them
