// A job that is named by a type is enqueued with another payload.
// Hand it a value of the type's `Payload`.
import TaskStore

enum PagePrinted: JobKind { typealias Payload = Int }

func printPage() async throws {
  try await Jobs.enqueue(PagePrinted.self, "7")
  // 18: error: 'enqueue(_:_:_:at:priority:)' is unavailable: the payload has another type than the
  //   job; pass a value of its 'Payload'
}
