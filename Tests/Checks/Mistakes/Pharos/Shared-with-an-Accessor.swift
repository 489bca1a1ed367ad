// A shared property is computed.
import Pharos

final class Counter: Sendable {
  @Shared var count: Int { 0 }
  // 3: error: '@Shared' is for a property of its own: 'var name: Type = value', without accessors
  //   (from macro 'Shared ')
}
