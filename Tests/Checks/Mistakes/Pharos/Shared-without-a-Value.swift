// A shared property has no first value.
import Pharos

final class Counter: Sendable {
  @Shared var count: Int
  // 3: error: '@Shared' needs an initial value: write '= value' after the property (from macro
  //   'Shared ')
}
