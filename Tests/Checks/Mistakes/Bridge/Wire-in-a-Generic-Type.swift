// A wire is in a generic type.
import Bridge

struct Feed<Item> {
  #bridge(on: .appDidFinishLaunching, run: "LoadFeed")
  // 3: error: a record cannot be declared inside 'Feed', which is generic, because it would apply
  //   to many types at once; move it to file scope or into a type that is not generic (from macro
  //   'bridge')
}
