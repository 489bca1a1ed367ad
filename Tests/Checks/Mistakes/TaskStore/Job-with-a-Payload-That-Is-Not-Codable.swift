// The payload of a job cannot be stored.
// Declare its type as `Codable`, too.
import TaskStore

struct Page: Sendable { var number = 1 }

#job("print") { (page: Page) in print(page.number) }
// 1: error: macro 'job(_:queue:_:run:)' requires that 'Page' conform to 'Decodable'
// 1: error: macro 'job(_:queue:_:run:)' requires that 'Page' conform to 'Encodable'
