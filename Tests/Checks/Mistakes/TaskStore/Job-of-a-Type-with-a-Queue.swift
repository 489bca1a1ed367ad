// A job that is named by a type is given a queue.
// Declare it in the type: `static let queue = "printer"`.
import TaskStore

enum PagePrinted: JobKind { typealias Payload = Int }

#job(PagePrinted.self, queue: "printer") { (page: Int) in print(page) }
// 2: error: 'job(_:queue:_:run:)' is unavailable: a job that is named by a type has the type's
//   queue; write 'static let queue = "…"' in the type
