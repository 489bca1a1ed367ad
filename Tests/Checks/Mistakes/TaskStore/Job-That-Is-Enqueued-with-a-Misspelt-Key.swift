// The unique key of a job that is enqueued is misspelled.
// Write a property that the type of the payload has.
import TaskStore

struct Page: Codable, Sendable { var number: Int }

func printPage(_ page: Page) async throws {
  try await Jobs.enqueue("print", page, .unique(by: \.numbr))
  // 18: error: 'enqueue(_:_:_:_:at:priority:queue:)' is unavailable: '.unique(by:)' takes a
  //   property of the payload; write one that the payload's type has
}
