// A job is named by a type of several names.
import TaskStore

enum Printed<Page: Codable & Sendable>: JobKind { typealias Payload = Page }

#job(Printed<Int>.self) { (page: Int) in print(page) }
// 6: error: a job is named by its type, and the syntax of 'Printed<Int>' has no single name;
//   declare a type for this job, such as 'enum OrderPlaced: JobKind' (from macro 'job')
// 6: note: replace it with '<#OrderPlaced#>'
