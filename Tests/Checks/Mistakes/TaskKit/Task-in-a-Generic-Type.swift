// A task is declared in a generic type.
import TaskKit

struct Cache<Value> {
  #task("EmptyCache", on: .idle) { print("emptying") }
  // 3: error: a record cannot be declared inside 'Cache', which is generic, because it would apply
  //   to many types at once; move it to file scope or into a type that is not generic (from macro
  //   'task')
}
