// A shared property has no first value.
import Pharos

final class Counter: Sendable {
  @Shared var count: Int
  // 3: error: '@Shared' needs the first value: write '= value' behind the property (from macro
  //   'Shared ')
}
