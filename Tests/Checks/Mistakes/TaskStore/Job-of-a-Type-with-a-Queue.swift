// A job that is named by a type is given a queue.
// Declare it in the type: `static let queue = "printer"`.
import TaskStore

enum PagePrinted: NamedJob { typealias Payload = Int }

#job(PagePrinted.self, queue: "printer") { (page: Int) in print(page) }
// 6: error: cannot convert value of type 'PagePrinted.Type' to expected argument type 'String'
