// The unique key of a job is misspelled.
// Write a property that the type of the payload has.
import TaskStore

struct Page: Codable, Sendable { var number: Int }

#job("print", .unique(by: \.numbr)) { (page: Page) in print(page.number) }
// 2: error: 'job(_:queue:_:_:run:)' is unavailable: '.unique(by:)' takes a property of the payload;
//   write one that the payload's type has
