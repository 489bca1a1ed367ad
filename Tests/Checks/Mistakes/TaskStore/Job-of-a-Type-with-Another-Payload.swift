// A job that is named by a type is enqueued with another payload.
// Hand it a value of the type's `Payload`.
import TaskStore

enum PagePrinted: NamedJob { typealias Payload = Int }

func printPage() async throws {
  try await Jobs.enqueue(PagePrinted.self, "7")
  // 18: error: no exact matches in call to static method 'enqueue'
}
