// Two shared properties are declared at once.
// Write each on a line of its own.
import Pharos

final class Counter: Sendable {
  @Shared var first = 0, second = 0
  // 15: error: accessor macro 'Shared()' can only apply to a single variable
  // 26: error: accessor macro 'Shared()' can only apply to a single variable
}
