// The `run` of a task is generic.
// Write the types out.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  static func run<Value>() {}
  // 18: error: 'run' of a task cannot be generic, because TaskKit calls it without type arguments;
  //   write concrete types (from macro 'EventTask')
  // 19: error: generic parameter 'Value' is not used in function signature [#no-usage]
}
