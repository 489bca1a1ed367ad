// A job is named by `Self`.
import TaskStore

enum PagePrinted: JobKind {
  typealias Payload = Int

  #job(Self.self) { (page: Int) in print(page) }
  // 8: error: a job is named by its type, and 'Self' is not a name; write the name of the type (from
  //   macro 'job')
  // 8: note: replace it with 'PagePrinted'
}
