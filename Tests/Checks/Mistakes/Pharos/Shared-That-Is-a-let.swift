// A shared property is a `let`.
import Pharos

final class Counter: Sendable {
  @Shared let count = 0
  // 3: error: '@Shared' is for a property of its own: 'var name: Type = value', without accessors
  //   (from macro 'Shared ')
}
