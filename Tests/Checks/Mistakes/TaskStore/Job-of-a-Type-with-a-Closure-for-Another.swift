// The closure of a job that is named by a type takes another payload.
// Write the type's `Payload`, or leave the type out.
import TaskStore

enum PagePrinted: NamedJob { typealias Payload = Int }

#job(PagePrinted.self) { (page: String) in print(page) }
// 6: error: cannot convert value of type 'PagePrinted.Type' to expected argument type 'String'
