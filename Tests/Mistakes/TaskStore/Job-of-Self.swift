// A job is named by `Self`.
import TaskStore

enum PagePrinted: NamedJob {
  typealias Payload = Int

  #job(Self.self) { (page: Int) in print(page) }
  // 8: error: a job is named by its type, and the syntax of 'Self' has no single name; declare a
  //   type for this job, such as 'enum OrderPlaced: NamedJob' (from macro 'job')
  // 8: note: replace it with '<#OrderPlaced#>'
}
